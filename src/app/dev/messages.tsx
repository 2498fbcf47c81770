import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { Part, State } from './part.tsx';
import { useSamples } from './samples.ts';

export function Messages() {
  return (
    <>
      <Dialogs />
      <ConfirmDialogs />
      <Toasts />
      <EmptyStates />
    </>
  );
}

function Dialogs() {
  const texts = useSamples();
  const [open, setOpen] = useState(false);
  return (
    <Part
      name="Dialog"
      file="dialog.tsx"
      use="A task apart from the page, such as sharing. A bottom sheet on phones. Load what it contains lazily."
    >
      <State of="open">
        <Button onClick={() => setOpen(true)}>{texts.show}</Button>
      </State>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={texts.shareTitle}
        description={texts.shareText}
        closeLabel={texts.close}
      >
        <form className="mt-4 flex flex-col gap-4">
          <TextField label={texts.name} />
          <Button look="primary" className="self-end" onClick={() => setOpen(false)}>
            {texts.save}
          </Button>
        </form>
      </Dialog>
    </Part>
  );
}

type Question = 'plain' | 'danger' | 'busy';

const QUESTIONS: Record<Question, string> = { plain: 'open', danger: 'danger', busy: 'danger, busy' };

function ConfirmDialogs() {
  const texts = useSamples();
  const [asked, setAsked] = useState<Question | null>(null);
  return (
    <Part
      name="ConfirmDialog"
      file="confirm-dialog.tsx"
      use="Only for what can’t be undone. Otherwise act at once, and offer Undo in a toast."
    >
      {(['plain', 'danger', 'busy'] as const).map((question) => (
        <State key={question} of={QUESTIONS[question]}>
          <Button onClick={() => setAsked(question)}>{texts.show}</Button>
          <ConfirmDialog
            open={asked === question}
            onOpenChange={() => setAsked(null)}
            title={texts.deleteTitle}
            text={texts.deleteText}
            confirmLabel={texts.delete}
            cancelLabel={texts.cancel}
            danger={question !== 'plain'}
            busy={question === 'busy'}
            onConfirm={() => setAsked(null)}
          />
        </State>
      ))}
    </Part>
  );
}

function Toasts() {
  const texts = useSamples();
  const undo = [{ label: texts.undo, onPress: () => undefined }];
  return (
    <Part
      name="Toaster"
      file="toast.tsx"
      use="The result of a command, for some seconds. An error that the user must act on belongs beside the control."
    >
      <State of="showToast.plain, actions">
        <Button onClick={() => showToast.plain(texts.moved, { actions: undo })}>{texts.show}</Button>
      </State>
      <State of="showToast.success">
        <Button onClick={() => showToast.success(texts.saved)}>{texts.show}</Button>
      </State>
      <State of="showToast.error">
        <Button onClick={() => showToast.error(texts.notSaved)}>{texts.show}</Button>
      </State>
    </Part>
  );
}

function EmptyStates() {
  const texts = useSamples();
  return (
    <Part
      name="EmptyState"
      file="empty-state.tsx"
      use="A page or list with nothing to show: the reason, and the one next step. Use alert for a failure."
    >
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <div className="rounded-card border border-line">
          <EmptyState
            title={texts.emptyTitle}
            text={texts.emptyText}
            icon={<FileText size={32} aria-hidden="true" />}
            action={<Button look="primary">{texts.newDocument}</Button>}
          />
        </div>
        <div className="rounded-card border border-line">
          <EmptyState
            alert
            title={texts.failedTitle}
            text={texts.failedText}
            action={<Button>{texts.tryAgain}</Button>}
          />
        </div>
      </div>
    </Part>
  );
}
