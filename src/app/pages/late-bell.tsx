import { useParams } from 'react-router';
import { Bell } from '../notifications/bell.tsx';
import { SeeDocument } from '../notifications/see-document.ts';
import { loadLater } from '../ui/load-later.tsx';

const Answer = loadLater(() => import('../sharing/answer-request.tsx').then((part) => part.AnswerNotified));

/** The bell, which answers requests in place. */
export function LateBell() {
  const { documentId } = useParams();
  return (
    <>
      <Bell Answer={Answer} />
      {documentId !== undefined && <SeeDocument documentId={documentId} />}
    </>
  );
}
