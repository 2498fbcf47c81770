/** The app's name with the carets of two authors. */
export function Wordmark({ name }: { readonly name: string }) {
  return (
    <span className="inline-flex items-center font-serif text-[21px]/7 font-semibold tracking-[-0.01em] text-ink">
      <span translate="no">{name}</span>
      <span aria-hidden="true" className="ml-1 flex items-end gap-[3px]">
        <span className="h-[18px] w-[2.5px] rounded-full bg-[#2d5eec]" />
        <span className="h-[18px] w-[2.5px] rounded-full bg-[#ce0d6e]" />
      </span>
    </span>
  );
}
