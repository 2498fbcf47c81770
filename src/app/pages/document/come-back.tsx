import { useAccess } from '../../sharing/use-access.ts';

interface ComeBackProps {
  readonly documentId: string;
  /** The document can be opened again. */
  readonly onBack: () => void;
}

const ASK_AGAIN_MS = 15_000;

/** While it is mounted, notices when a deleted document comes back from the trash. */
export function ComeBack({ documentId, onBack }: ComeBackProps) {
  useAccess(documentId, { enabled: true, askAgainMs: ASK_AGAIN_MS, onIn: onBack });
  return null;
}
