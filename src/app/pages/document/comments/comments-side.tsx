import { CommentsPanel } from '../../../comments/comments-panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { PartProps } from '../use-open-page.ts';
import { CommentsPart } from './comments-part.tsx';

export function CommentsSide({ page }: PartProps) {
  const { comments, panel } = page;
  const close = (): void => panel.toggle('comments');
  const isNarrow = useNarrow();
  if (comments === null) return null;
  return (
    <CommentsPart page={page} comments={comments}>
      <CommentsPanel tops={comments.places.tops} onChosen={isNarrow ? close : null} onClose={close} />
    </CommentsPart>
  );
}
