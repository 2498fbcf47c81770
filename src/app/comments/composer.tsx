import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mentionsIn } from '#contract/comments/body-text.ts';
import { MAX_BODY_BYTES, type CommentBody } from '#contract/comments/comment-body.ts';
import { Button } from '../ui/button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { useComments } from './comments-context.ts';
import type { NewAnchor } from './types.ts';
import { useFaces } from './use-threads.ts';

interface ComposerProps {
  /** Under which the draft is kept; null keeps none. */
  readonly draftOf: string | null;
  /** Of a comment that begins a thread. */
  readonly anchor?: NewAnchor | null;
  readonly initial?: CommentBody | null;
  readonly label: string;
  readonly sendLabel: string;
  readonly cancelLabel: string;
  readonly takesFocus: boolean;
  /** A mentioned person can be assigned. */
  readonly mayAssign: boolean;
  readonly onSend: (body: CommentBody, assignee: string | null) => void;
  /** The draft is dropped. */
  readonly onCancel: () => void;
  /** The draft stays. */
  readonly onLeave: () => void;
}

const sizeOf = (body: CommentBody): number => new TextEncoder().encode(JSON.stringify(body)).length;

/** Field with its buttons, for a new comment, a reply or an edit. */
export function Composer(props: ComposerProps) {
  const { draftOf, anchor = null, label, sendLabel, cancelLabel, takesFocus, mayAssign } = props;
  const { drafts, documentId, Field } = useComments();
  const { t } = useTranslation('comments');
  const [start] = useState(() => (draftOf === null ? null : drafts.read(draftOf)));
  const initial = start?.body ?? props.initial ?? null;
  const [body, setBody] = useState(initial);
  const [assigned, setAssigned] = useState(start?.assignee ?? null);
  const isOver = useRef(false);
  useEffect(() => {
    if (draftOf === null || isOver.current) return;
    drafts.keep(draftOf, body === null ? null : { body, anchor, assignee: assigned });
  }, [drafts, draftOf, body, anchor, assigned]);
  const isLong = body !== null && sizeOf(body) > MAX_BODY_BYTES;
  const mentioned = body !== null && mayAssign ? mentionsIn(body) : [];
  const assignee = mentioned.some(({ id }) => id === assigned) ? assigned : null;
  const end = (): void => {
    isOver.current = true;
    if (draftOf !== null) drafts.keep(draftOf, null);
  };
  const send = (): void => {
    if (body === null || isLong || isOver.current) return;
    end();
    props.onSend(body, assignee);
  };
  const cancel = (): void => {
    end();
    props.onCancel();
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-control border border-edge bg-raised focus-within:outline-2 focus-within:outline-focus">
        <Field
          initial={initial}
          documentId={documentId}
          label={label}
          placeholder={t('placeholder')}
          takesFocus={takesFocus}
          onChange={setBody}
          onSend={send}
          onLeave={props.onLeave}
        />
      </div>
      {isLong ? (
        <p role="alert" className="text-[13px] text-danger">
          {t('tooLong')}
        </p>
      ) : null}
      {mentioned.map(({ id, label: name }) => (
        <Assign
          key={id}
          user={id}
          label={name}
          isOn={assignee === id}
          onChange={(isOn) => setAssigned(isOn ? id : null)}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-1.5">
        <Button look="quiet" className="!h-8 text-[13px] pointer-coarse:!h-11" onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button
          look="primary"
          className="!h-8 text-[13px] pointer-coarse:!h-11"
          off={body === null || isLong}
          onClick={send}
        >
          {sendLabel}
        </Button>
      </div>
    </div>
  );
}

interface AssignProps {
  readonly user: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Assign({ user, label, isOn, onChange }: AssignProps) {
  const { me } = useComments();
  const { t } = useTranslation('comments');
  const face = useFaces()(user);
  const name = face.name === t('formerMember') ? label : face.name;
  return (
    <div className="text-[13px]">
      <label className="flex cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-ink"
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <TextSpan>{t('assignTo', { name })}</TextSpan>
      </label>
      {isOn && user !== me ? (
        <p className="mt-0.5 pl-6 text-muted">
          <TextSpan>{t('assignHint', { name })}</TextSpan>
        </p>
      ) : null}
    </div>
  );
}
