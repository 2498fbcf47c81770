import { lazy, type ComponentProps } from 'react';
import { later } from '../../ui/load-later.tsx';

/** Only once there are files: it brings most of the editor, which the list must not load in advance. */
const Loaded = lazy(async () => {
  const part = later(() => import('./import-files.tsx'));
  return { default: (await part.wait()).ImportFiles };
});

export const ImportFiles = (props: ComponentProps<typeof Loaded>) => <Loaded {...props} />;
