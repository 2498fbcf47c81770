import type { ReactNode } from 'react';
import type { Role } from '#contract/roles.ts';
import type { TextFormat } from '#contract/text/text-format.ts';
import type { ShownVersion } from '../data/paths.ts';
import type { SavedState, Version } from '../data/versions.ts';
import type { FoundVersions } from './found-versions.ts';
import type { ChosenDownload } from './read-chosen.ts';
import type { RestoreStep } from './use-restore-steps.ts';
import type { RenderPlayback, RenderVersion } from './version-text.tsx';

/** A version in place of the text. */
export interface VersionViewProps {
  readonly documentId: string;
  readonly shown: ShownVersion;
  /** Shows another version, or compares with another. */
  readonly onShow: (shown: ShownVersion) => void;
  readonly role: Role;
  /** `seen` of the room. */
  readonly seen: () => Promise<number | null>;
  /** Returns to the live text. Keep its editor mounted (hidden), or its undo history is lost. */
  readonly onBack: () => void;
  /** The user has confirmed: changes they made until now are discarded on purpose. */
  readonly onRestore: () => void;
  /** The text has changed on the server: call `pull` of the room. `step` undoes the restore. */
  readonly onRestored: (step: RestoreStep) => void;
  /** The same after that step was undone. Must be a stable function. */
  readonly onReversed: (id: string) => void;
  readonly renderVersion: RenderVersion;
  readonly renderPlayback: RenderPlayback;
  readonly takeText: (state: SavedState, format: TextFormat) => Promise<string>;
  /** The dialog that downloads a state, or a comparison. */
  readonly renderDownload: (chosen: ChosenDownload, onClose: () => void) => ReactNode;
  /** Copies a state into a new document, and resolves to its id. */
  readonly copyState: (state: SavedState, nameCopy: (title: string) => string) => Promise<string>;
}

/** The same once the version is found. */
export interface OpenVersionProps extends VersionViewProps {
  readonly found: FoundVersions;
  readonly versions: readonly Version[];
  /** When they were read, by the clock of the server. */
  readonly now: Date;
}
