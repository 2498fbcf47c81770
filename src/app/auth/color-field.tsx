import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { assignAuthorColors, AUTHOR_COLOR_NAMES, AUTHOR_COLORS } from '../data/author-colors.ts';
import { changeProfile, type Profile } from '../data/profiles.ts';
import { FieldProblem } from '../ui/field-problem.tsx';
import { TextSpan } from '../ui/text-span.tsx';

interface ColorFieldProps {
  readonly profile: Profile;
  readonly onSaved: () => void;
}

/** The color of the user's caret and edits; saved when chosen. */
export function ColorField({ profile, onSaved }: ColorFieldProps) {
  const { t } = useTranslation(['account', 'errors']);
  const client = useQueryClient();
  const group = useId();
  const change = useMutation({
    // Serialized: arrow keys choose faster than the server replies, and the last choice wins.
    scope: { id: 'color' },
    mutationFn: (color: number | null) => changeProfile(client, profile.id, { color }),
    onSuccess: onSaved,
  });
  const chosen = change.isPending ? change.variables : profile.color;
  const given = assignAuthorColors([{ userId: profile.id, color: null }]).get(profile.id) ?? AUTHOR_COLORS[0];
  const givenName = AUTHOR_COLOR_NAMES[AUTHOR_COLORS.findIndex((color) => color === given)] ?? 'raspberry';
  const nameOf = (index: number | null): string => {
    const name = index === null ? undefined : AUTHOR_COLOR_NAMES[index];
    return name
      ? t(`account:color.${name}`)
      : t('account:color.automatic', { color: t(`account:color.${givenName}`).toLocaleLowerCase() });
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 flex w-full justify-between gap-2">
        <span className="font-medium">{t('account:color.label')}</span>
        <span aria-hidden="true" className="text-muted">
          <TextSpan>{nameOf(chosen)}</TextSpan>
        </span>
      </legend>
      <div className="-mx-1.5 flex max-w-64 flex-wrap pointer-coarse:max-w-80">
        {[null, ...AUTHOR_COLORS.keys()].map((index) => (
          <Swatch
            key={index ?? 'given'}
            group={group}
            color={index === null ? given : (AUTHOR_COLORS[index] ?? given)}
            name={nameOf(index)}
            isGiven={index === null}
            isChosen={index === chosen}
            onChoose={() => change.mutate(index)}
          />
        ))}
      </div>
      {change.isError ? (
        <FieldProblem id={undefined}>{t(`errors:${errorCodeOf(change.error)}`)}</FieldProblem>
      ) : (
        <p className="text-[13px] text-muted">{t('account:color.hint')}</p>
      )}
    </fieldset>
  );
}

interface SwatchProps {
  readonly group: string;
  readonly color: string;
  readonly name: string;
  /** Assigned automatically, not chosen. */
  readonly isGiven: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Swatch({ group, color, name, isGiven, isChosen, onChoose }: SwatchProps) {
  return (
    <label
      title={name}
      className="inline-flex size-9 cursor-pointer items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus pointer-coarse:size-11"
    >
      <input
        type="radio"
        className="sr-only"
        name={group}
        checked={isChosen}
        aria-label={name}
        onChange={onChoose}
      />
      <span
        aria-hidden="true"
        style={{ backgroundColor: color }}
        className="inline-flex size-6 items-center justify-center rounded-full text-[12px] font-semibold text-white select-none forced-color-adjust-none"
      >
        {isChosen ? <Check size={15} strokeWidth={3} /> : isGiven && 'A'}
      </span>
    </label>
  );
}
