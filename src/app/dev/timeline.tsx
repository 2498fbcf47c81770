/**
 * In development: the events and effects of the open document's provider, newest first. Alt+Shift+T or the button at the
 * foot of the window opens it, Escape closes it. The build does not contain it.
 */
import { ListTree, Trash2, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { clearSteps, readSteps, subscribeToSteps, type TracedStep } from '../room/trace-steps.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function Timeline() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey && event.shiftKey && event.code === 'KeyT') setOpen((open) => !open);
      else if (event.key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <aside lang="en" aria-label="Timeline" className="fixed bottom-12 left-2 z-50 print:hidden">
      {isOpen ? (
        <Panel onClose={() => setOpen(false)} />
      ) : (
        <IconButton
          label="Timeline of the provider"
          icon={<ListTree size={17} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        />
      )}
    </aside>
  );
}

function Panel({ onClose }: { readonly onClose: () => void }) {
  const steps = useSyncExternalStore(subscribeToSteps, readSteps);
  const last = steps.at(-1);
  return (
    <section className="flex h-[45vh] w-[min(40rem,calc(100vw-1rem))] flex-col rounded-lg border border-line bg-surface text-sm shadow-lg">
      <header className="flex items-center gap-2 border-b border-line px-3 py-1">
        <h2 className="flex-1 font-semibold">
          {last ? `Session ${last.session}, lanes ${last.lanes}` : 'No document is open'}
        </h2>
        <IconButton label="Clear" icon={<Trash2 size={17} aria-hidden="true" />} onClick={clearSteps} />
        <IconButton label="Close timeline" icon={<X size={17} aria-hidden="true" />} onClick={onClose} />
      </header>
      <ol className="flex-1 overflow-auto px-3 py-2 font-mono text-xs">
        {steps.toReversed().map((step) => (
          <Step key={step.id} {...step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ id, at, event, effects }: TracedStep) {
  return (
    <li>
      <details>
        <summary className="cursor-pointer py-0.5">
          {`${id} ${at.toISOString().slice(11, 23)} ${event.kind} → ${effects.map(({ kind }) => kind).join(', ') || 'nothing'}`}
        </summary>
        <pre className="overflow-auto py-1 pl-4 text-muted">
          {JSON.stringify({ event, effects }, shorten, 2)}
        </pre>
      </details>
    </li>
  );
}

/** Bytes, and with them every secret, are shown by their number. */
const shorten = (_key: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value;
