import { ArchiveSection } from '../../formats/archive/archive-section.tsx';
import { openPacker } from './open-packer.ts';

/** The download of everything, with the formats that the editor writes. */
export function Everything({ userId }: { readonly userId: string }) {
  return <ArchiveSection userId={userId} openPacker={openPacker} />;
}
