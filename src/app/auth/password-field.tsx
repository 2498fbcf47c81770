import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/text-field.tsx';
import { TextSpan } from '../ui/text-span.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** A password input with a button to show the text. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className="h-8 rounded-md px-2.5 text-[13px] text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11"
          onClick={() => setShown(!shown)}
        >
          <TextSpan>{shown ? t('hide') : t('show')}</TextSpan>
        </button>
      }
    />
  );
}
