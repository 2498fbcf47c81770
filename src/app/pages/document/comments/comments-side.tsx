import { useEffect } from 'react';
import { CommentsPanel } from '../../../comments/comments-panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { PartProps } from '../use-open-page.ts';
import { CommentsPart } from './comments-part.tsx';
import type { OpenComments } from './open-comments.ts';

/** The breakpoint of `max-lg:`, below which the panel covers the text. */
const COVERS_TEXT = '(width < 64rem)';

export function CommentsSide({ page }: PartProps) {
  const { comments, panel } = page;
  const close = (): void => panel.toggle('comments');
  const isNarrow = useNarrow();
  useUncovering(comments, close);
  if (comments === null) return null;
  return (
    <CommentsPart page={page} comments={comments}>
      <CommentsPanel tops={comments.places.tops} onChosen={isNarrow ? close : null} onClose={close} />
    </CommentsPart>
  );
}

/** Closes a panel that covers the text from which something is to be selected. */
function useUncovering(comments: OpenComments | null, close: () => void): void {
  useEffect(() => {
    let wasAiming = comments !== null && comments.desk.read().attaching !== null;
    return comments?.desk.on(() => {
      const isAiming = comments.desk.read().attaching !== null;
      if (isAiming && !wasAiming && matchMedia(COVERS_TEXT).matches) close();
      wasAiming = isAiming;
    });
  });
}
