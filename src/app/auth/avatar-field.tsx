import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { assignAuthorColors } from '../data/author-colors.ts';
import { avatarsQuery } from '../data/avatars.ts';
import type { Profile } from '../data/profiles.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FieldProblem } from '../ui/field-problem.tsx';
import { cropPicture } from './crop-picture.ts';

const SIZE_PX = 64;

/** The user's picture, or their initials. */
export function AvatarField({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['account', 'errors']);
  const client = useQueryClient();
  const { data: avatars } = useQuery(avatarsQuery());
  const chooser = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const color = assignAuthorColors([{ userId: profile.id, color: profile.color }]).get(profile.id) ?? '';
  const hasOne = profile.avatar !== null;

  const change = async (picture: Blob | null): Promise<void> => {
    try {
      const { changeAvatar } = await import('../data/change-avatar.ts');
      await changeAvatar(client, profile, picture);
    } catch (error) {
      const code = errorCodeOf(error);
      setProblem(t(code === 'storage_full' ? 'page.avatarFull' : `errors:${code}`));
    }
  };

  const choose = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setProblem(null);
    setBusy(true);
    const picture = await cropPicture(file);
    if (picture) await change(picture);
    else setProblem(t('page.avatarProblem'));
    setBusy(false);
  };

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{t('page.avatar')}</legend>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar
          name={profile.name}
          color={color}
          sizePx={SIZE_PX}
          picture={hasOne ? avatars?.get(profile.id) : undefined}
        />
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t('page.avatar')}
          accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
          onChange={(event) => void choose(event)}
        />
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => chooser.current?.click()}>
            {t(hasOne ? 'page.changeAvatar' : 'page.chooseAvatar')}
          </Button>
          {hasOne && <Button onClick={() => void change(null)}>{t('page.removeAvatar')}</Button>}
        </div>
      </div>
      {problem ? (
        <FieldProblem id={undefined}>{problem}</FieldProblem>
      ) : (
        <p className="text-[13px] text-muted">{t('page.avatarHint')}</p>
      )}
    </fieldset>
  );
}
