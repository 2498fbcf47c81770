// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { AvatarField } from '../../../../src/app/auth/avatar-field.tsx';
import { cropPicture } from '../../../../src/app/auth/crop-picture.ts';
import type * as Crop from '../../../../src/app/auth/crop-picture.ts';
import { ApiError } from '../../../../src/app/data/api-error.ts';
import type * as ChangeAvatar from '../../../../src/app/data/change-avatar.ts';
import { fakeImage } from '../../../support/fake-image.ts';
import { PROFILE } from '../../../support/profile.ts';
import { renderInApp } from '../render-in-app.tsx';

const changeAvatar = vi.fn<typeof ChangeAvatar.changeAvatar>();
vi.mock('../../../../src/app/data/avatars.ts', () => ({
  avatarsQuery: () => ({ queryKey: ['avatars'], queryFn: () => new Map([['ann', 'http://pictures/ann']]) }),
}));
vi.mock('../../../../src/app/data/change-avatar.ts', () => ({
  changeAvatar: (...words: Parameters<typeof ChangeAvatar.changeAvatar>) => changeAvatar(...words),
}));

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** Stands for the canvas, which jsdom lacks. */
const drawn = new Blob(['drawn'], { type: 'image/webp' });
beforeEach(() => {
  changeAvatar.mockReset().mockResolvedValue();
  size = { width: 400, height: 200 };
  vi.stubGlobal(
    'Image',
    fakeImage(() => size),
  );
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...size, close: () => undefined }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly getContext = () => ({ drawImage: (...place: unknown[]) => void places.push(place.slice(1)) });
      readonly convertToBlob = () => Promise.resolve(drawn);
    },
  );
  places.length = 0;
});
const places: unknown[][] = [];
let size = { width: 0, height: 0 };

test('the middle square of a picture is redrawn; other files are not', async () => {
  const crop: typeof Crop.cropPicture = cropPicture;
  expect(await crop(new Blob([PNG]))).toBe(drawn);
  expect(places).toEqual([[100, 0, 200, 200, 0, 0, 256, 256]]);
  expect(await crop(new Blob([SVG], { type: 'image/png' }))).toBeNull();
  expect(await crop(new Blob([]))).toBeNull();
  size = { width: 30_000, height: 30_000 };
  expect(await crop(new Blob([PNG]))).toBeNull();
  expect(places).toHaveLength(1);
  size = { width: 400, height: 200 };
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('broken', 'InvalidStateError')));
  expect(await crop(new Blob([PNG]))).toBeNull();
});

test('a chosen picture is uploaded; an unreadable file is reported', async () => {
  renderInApp(<AvatarField profile={PROFILE} />);
  const chooser = screen.getByLabelText('Profile picture', { selector: 'input' });
  await userEvent.upload(chooser, new File([PNG], 'me.png', { type: 'image/png' }));
  await vi.waitFor(() => expect(changeAvatar.mock.lastCall?.slice(1)).toEqual([PROFILE, drawn]));
  await userEvent.upload(chooser, new File([SVG], 'me.png', { type: 'image/png' }));
  expect(await screen.findByText(/can’t be read/)).toBeTruthy();
  expect(changeAvatar).toHaveBeenCalledOnce();
});

/** The avatar next to the field, once this many pixels have loaded. */
async function faceOf(side: number): Promise<HTMLImageElement> {
  renderInApp(<AvatarField profile={{ ...PROFILE, avatar: 'face.webp' }} />);
  await vi.waitFor(() => expect(document.querySelector('img')?.src).toBe('http://pictures/ann'));
  const face = document.querySelector('img')!;
  expect(face.hidden).toBe(true);
  Object.defineProperties(face, { naturalWidth: { value: side }, naturalHeight: { value: side } });
  fireEvent.load(face);
  return face;
}

test('an avatar with too many pixels is not rendered', async () => {
  expect((await faceOf(20_000)).hidden).toBe(true);
});

test('an existing avatar is shown and can be removed', async () => {
  expect((await faceOf(256)).hidden).toBe(false);
  changeAvatar.mockRejectedValueOnce(
    new ApiError({ code: 'unreachable', status: 0, retryAfterMs: undefined }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/Can’t reach the server/)).toBeTruthy();
  expect(changeAvatar.mock.lastCall?.[2]).toBeNull();
});

test('a rate limit shows when to try again', async () => {
  changeAvatar.mockRejectedValueOnce(new ApiError({ code: 'storage_full', status: 403 }));
  renderInApp(<AvatarField profile={PROFILE} />);
  const chooser = screen.getByLabelText('Profile picture', { selector: 'input' });
  await userEvent.upload(chooser, new File([PNG], 'me.png', { type: 'image/png' }));
  expect(await screen.findByText(/Try again tomorrow/)).toBeTruthy();
});
