import { FileDown } from 'lucide-react';

interface DropSignProps {
  readonly title: string;
  readonly text: string;
}

/** Over the page while files are dragged: what happens when they are dropped. */
export function DropSign({ title, text }: DropSignProps) {
  return (
    <div className="fade-in pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-paper/80 p-6">
      <output className="flex max-w-md flex-col items-center gap-2 rounded-card border-2 border-dashed border-focus bg-raised px-8 py-10 text-center shadow-high">
        <FileDown size={32} strokeWidth={1.5} aria-hidden="true" />
        <span className="text-[17px]/6 font-semibold">{title}</span>
        <span className="text-muted">{text}</span>
      </output>
    </div>
  );
}
