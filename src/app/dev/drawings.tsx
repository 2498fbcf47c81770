import { useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FilePicture } from '../ui/file-picture.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { Part, State } from './part.tsx';
import { useSamples } from './samples.ts';

/** As in theme.css. */
const COLORS = [
  'paper',
  'raised',
  'hover',
  'pressed',
  'line',
  'edge',
  'muted',
  'ink',
  'focus',
  'danger',
  'amber',
];

const HILLS =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="160" height="100"><path fill="#f6d7a7" d="M0 0h160v100H0z"/><circle cx="112" cy="42" r="16" fill="#f4a259"/><path fill="#5b8e7d" d="M0 70q40-40 80 0t80-10v40H0z"/><path fill="#2f5d50" d="M0 88q50-30 90 0t70-6v18H0z"/></svg>';
const HILLS_FILE = new Blob([HILLS], { type: 'image/svg+xml' });
const HILLS_ADDRESS = `data:image/svg+xml,${encodeURIComponent(HILLS)}`;

export function Drawings() {
  return (
    <>
      <Colors />
      <Avatars />
      <Waiting />
      <Texts />
    </>
  );
}

function Colors() {
  return (
    <Part
      name="Colors"
      file="theme.css"
      use="Each has a light and a dark value. In classes: bg-raised, text-muted, border-line. Never write a color elsewhere."
    >
      {COLORS.map((color) => (
        <State key={color} of={color}>
          <span
            className="h-12 w-20 rounded-control border border-line"
            style={{ backgroundColor: `var(--${color})` }}
          />
        </State>
      ))}
    </Part>
  );
}

function Avatars() {
  const texts = useSamples();
  return (
    <>
      <Part
        name="Avatar"
        file="avatar.tsx"
        use="The face of a user: initials on the user’s color, or a picture. Decorative, so put the name beside it."
      >
        <State of="name, color">
          <Avatar name="Jana Nováková" color="#2d5eec" />
        </State>
        <State of="sizePx={56}">
          <Avatar name="Petr Svoboda" color="#ce0d6e" sizePx={56} />
        </State>
        <State of="picture">
          <Avatar name="Eva Malá" color="#0b7a4b" sizePx={56} picture={HILLS_ADDRESS} />
        </State>
      </Part>
      <Part name="FilePicture" file="file-picture.tsx" use="A picture that is not uploaded yet.">
        <FilePicture file={HILLS_FILE} alt={texts.picture} className="h-25 w-40 rounded-control" />
      </Part>
      <Part name="Wordmark" file="wordmark.tsx" use="The name of the app, in the bar of every page.">
        <Wordmark name="Spolu" />
      </Part>
    </>
  );
}

function Waiting() {
  return (
    <>
      <Part
        name="Skeleton"
        file="skeleton.tsx"
        use="A placeholder in the size of what loads. Announce the loading state on the element around it."
      >
        <div className="flex w-full items-center gap-3 sm:w-80">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      </Part>
      <Part
        name="Spinner"
        file="spinner.tsx"
        use="Work that a command started, next to a text that names it. A busy Button has one."
      >
        <State of="sizePx={16}">
          <Spinner />
        </State>
        <State of="sizePx={32}">
          <Spinner sizePx={32} />
        </State>
      </Part>
    </>
  );
}

function Texts() {
  const texts = useSamples();
  const [isLong, setLong] = useState(false);
  return (
    <Part
      name="TextSpan"
      file="text-span.tsx"
      use="A text that changes while it is shown. Page translators replace text nodes, so React needs a new element."
    >
      <div className="flex w-full max-w-sm items-center gap-3">
        <Button onClick={() => setLong(!isLong)}>{texts.rename}</Button>
        <TextSpan className="truncate">{isLong ? texts.long : 'Jana Nováková'}</TextSpan>
      </div>
    </Part>
  );
}
