import { useTranslation } from 'react-i18next';
import { OFFERED_ROLES, type GrantableRole } from '../data/members.ts';
import { SelectField } from '../ui/select-field.tsx';

interface RoleSelectProps<More extends string> {
  readonly label: string;
  readonly value: GrantableRole | More;
  /** Options in addition to the roles. */
  readonly more?: readonly { readonly value: More; readonly label: string }[];
  readonly onChoose: (value: GrantableRole | More) => void;
}

/** Select for a role in a row of the dialog. */
export function RoleSelect<More extends string = never>(props: RoleSelectProps<More>) {
  const { label, value, more = [], onChoose } = props;
  const { t } = useTranslation('common');
  const options = [...OFFERED_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })), ...more];
  return (
    <SelectField
      className="w-32 shrink-0 sm:w-36"
      label={label}
      hideLabel
      quiet
      value={value}
      options={options}
      onChange={(event) => {
        const chosen = options.find((one) => one.value === event.target.value);
        if (chosen) onChoose(chosen.value);
      }}
    />
  );
}
