// @vitest-environment jsdom
import type { Editor } from '@tiptap/core';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ApiErrorCode } from '../../../../../src/app/data/api-error.ts';
import type { ImageDesk } from '../../../../../src/app/editor/images/image-uploads.ts';
import { UploadPreviews } from '../../../../../src/app/editor/images/upload-previews.tsx';
import type { Upload } from '../../../../../src/app/editor/images/uploads.ts';
import { cleanup, renderApp } from '../../../../support/render-app.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** Shows a failed upload as in the editor. */
function showFailed(code: ApiErrorCode, language: 'cs' | 'en-US'): void {
  const source = { kind: 'copy', path: '' } as const;
  const uploads: readonly Upload[] = [
    { id: 'one', name: 'hills.png', path: '', source, attributes: {}, state: { kind: 'failed', code } },
  ];
  const host = document.body.appendChild(document.createElement('div'));
  const desk = { hostOf: () => host, uploads: { subscribe: () => () => undefined, list: () => uploads } };
  renderApp(<UploadPreviews editor={{} as Editor} desk={desk as unknown as ImageDesk} />, language);
}

test.each([
  ['storage_full', 'en-US', /Your image storage is full\. .* delete them forever, and try again\./],
  ['storage_full', 'cs', /Vaše úložiště obrázků je plné\. .* smažte je navždy a zkuste to znovu\./],
  ['forbidden', 'en-US', /You can no longer add images/],
] as const)('%s in %s explains what to do', (code, language, words) => {
  showFailed(code, language);
  expect(screen.getByText(words)).toBeTruthy();
});
