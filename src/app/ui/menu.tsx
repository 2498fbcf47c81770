import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { createContext, useCallback, useContext, useRef, type ReactNode } from 'react';
import './menu.css';

/** Remembers what to do when the menu has closed: earlier, it would take the focus back from where that leads. */
const Choose = createContext<(run: () => void) => void>(() => undefined);

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** Commands or choices beside their button. Without a choice the focus goes back to the button. */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  const choose = useCallback((run: () => void): void => {
    chosen.current = run;
  }, []);
  const onClose = (event: Event): void => {
    const run = chosen.current;
    chosen.current = null;
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="pop-up menu appear"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={onClose}
        >
          <Choose value={choose}>{children}</Choose>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SubmenuProps {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly off?: boolean;
  readonly children: ReactNode;
}

export function Submenu({ name, icon: Icon, off = false, children }: SubmenuProps) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className="pop-up-item menu-item" disabled={off}>
        <Content name={name} mark={<Icon size={16} aria-hidden />} />
        <ChevronRight size={14} aria-hidden />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent className="pop-up menu appear" collisionPadding={8}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

interface MenuItemProps {
  readonly name: string;
  readonly icon: LucideIcon;
  /** How the keys that do the same are shown. */
  readonly keys?: string | undefined;
  /** A state that one can be in; absent for what is only done. */
  readonly checked?: boolean | undefined;
  readonly off?: boolean;
  readonly onChoose: () => void;
}

export function MenuItem({ name, icon: Icon, keys, checked, off = false, onChoose }: MenuItemProps) {
  const choose = useContext(Choose);
  const mark = checked ? <Check size={16} aria-hidden /> : <Icon size={16} aria-hidden />;
  const item = {
    className: 'pop-up-item menu-item',
    disabled: off,
    onSelect: () => choose(onChoose),
    children: <Content name={name} mark={mark} keys={keys} />,
  };
  return checked === undefined ? (
    <Radix.Item {...item} />
  ) : (
    <Radix.CheckboxItem {...item} checked={checked} />
  );
}

interface MenuOption<Value extends string> {
  readonly value: Value;
  readonly name: string;
  readonly keys?: string;
  readonly ariaKeys?: string;
  /** After the name. */
  readonly sample?: ReactNode;
}

interface MenuOptionsProps<Value extends string> {
  readonly value: string;
  readonly options: readonly MenuOption<Value>[];
  readonly off?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of several. */
export function MenuOptions<Value extends string>(props: MenuOptionsProps<Value>) {
  const { value, options, off = false, onChoose } = props;
  const choose = useContext(Choose);
  return (
    <Radix.RadioGroup value={value}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className="pop-up-item menu-item"
          data-value={option.value}
          disabled={off}
          aria-keyshortcuts={option.ariaKeys}
          onSelect={() => choose(() => onChoose(option.value))}
        >
          <Content
            name={option.name}
            mark={option.value === value && <Check size={16} aria-hidden />}
            keys={option.keys}
          />
          {option.sample}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

interface ContentProps {
  readonly name: string;
  readonly mark: ReactNode;
  readonly keys?: string | undefined;
}

function Content({ name, mark, keys }: ContentProps) {
  return (
    <>
      <span className="menu-mark">{mark}</span>
      <span className="menu-name">{name}</span>
      {keys ? <kbd aria-hidden>{keys}</kbd> : null}
    </>
  );
}
