import { useTranslation } from 'react-i18next';

/** Decorative picture of a document with two authors. */
export function SamplePage() {
  const { t } = useTranslation('auth');
  return (
    <div
      aria-hidden="true"
      className="hidden items-center justify-center overflow-hidden border-l border-line bg-hover p-12 select-none lg:flex"
    >
      <div className="w-full max-w-[27rem] rounded-card border border-line bg-raised px-10 pt-11 pb-14 font-serif shadow-high">
        <p className="text-[26px]/8 font-semibold tracking-[-0.01em]">{t('sample.title')}</p>
        <p className="mt-5 text-[17px]/10">
          <span>{t('sample.first')}</span>
          <Caret name="Jana" color="#ce0d6e" />
        </p>
        <p className="mt-2 text-[17px]/10">
          <span className="bg-[#2d5eec]/18">{t('sample.marked')}</span>
          <Caret name="Petr" color="#2d5eec" />
          <span>{t('sample.second')}</span>
        </p>
        <div className="mt-6 flex flex-col gap-3.5">
          <span className="h-2 w-full rounded bg-line" />
          <span className="h-2 w-11/12 rounded bg-line" />
          <span className="h-2 w-3/5 rounded bg-line" />
        </div>
      </div>
    </div>
  );
}

function Caret({ name, color }: { readonly name: string; readonly color: string }) {
  return (
    <span
      className="relative inline-block h-[1.15em] w-[2px] translate-y-[0.2em]"
      style={{ backgroundColor: color }}
    >
      <span
        translate="no"
        className="absolute bottom-full -left-px rounded-t rounded-br px-1.5 font-sans text-[10.5px]/[15px] font-semibold whitespace-nowrap text-white"
        style={{ backgroundColor: color }}
      >
        {name}
      </span>
    </span>
  );
}
