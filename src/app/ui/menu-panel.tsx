import { Check, ChevronRight, type LucideIcon } from 'lucide-react';
import { Menu as Radix } from 'radix-ui/internal';
import {
  createContext,
  useCallback,
  useContext,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  Parts,
  type MenuItemProps,
  type MenuOptionsProps,
  type MenuParts,
  type SubmenuProps,
} from './menu-parts.ts';
import { TextSpan } from './text-span.tsx';
import './menu.css';

/** Defers an action until the menu has closed; earlier, the closing menu would take the focus back. */
const Choose = createContext<(run: () => void) => void>(() => undefined);

interface MenuPanelProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly align: 'start' | 'end';
  /** Moves the focus if no item was chosen. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

export function MenuPanel({ open, onOpenChange, button, align, onLeave, children }: MenuPanelProps) {
  const chosen = useRef<(() => void) | null>(null);
  const isElsewhere = useRef(false);
  const choose = useCallback((run: () => void): void => {
    chosen.current = run;
  }, []);
  const onClose = (event: Event): void => {
    event.preventDefault();
    const run = chosen.current;
    chosen.current = null;
    if (run) run();
    // On a busy machine this comes late, and the user may have gone on.
    else if (!isElsewhere.current && document.activeElement === document.body) onLeave();
    isElsewhere.current = false;
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          className="pop-up menu appear"
          aria-label={button.current?.getAttribute('aria-label') ?? undefined}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={onClose}
          onInteractOutside={(event) => {
            // The button toggles the menu itself.
            if (event.target instanceof Node && button.current?.contains(event.target))
              event.preventDefault();
            else isElsewhere.current = true;
          }}
        >
          <Choose value={choose}>
            <Parts value={PARTS}>{children}</Parts>
          </Choose>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Submenu({ name, icon: Icon, off = false, children }: SubmenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Sub open={open} onOpenChange={setOpen}>
      <Radix.SubTrigger className="pop-up-item menu-item" disabled={off}>
        <Content name={name} mark={<Icon size={16} aria-hidden />} />
        <ChevronRight size={14} aria-hidden />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent
          className="pop-up menu appear"
          collisionPadding={8}
          // On a narrow screen the submenu overlaps most of its menu.
          sideOffset={window.innerWidth < 540 ? -160 : 0}
        >
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

function MenuItem({ name, icon: Icon, keys, checked, off = false, onChoose }: MenuItemProps) {
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

function MenuOptions<Value extends string>(props: MenuOptionsProps<Value>) {
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
            mark={markOf(option.value === value ? Check : option.icon)}
            keys={option.keys}
          />
          {option.sample}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

const markOf = (Icon: LucideIcon | undefined): ReactNode => Icon && <Icon size={16} aria-hidden />;

const MenuSeparator = () => <Radix.Separator className="menu-separator" />;

interface ContentProps {
  readonly name: string;
  readonly mark: ReactNode;
  readonly keys?: string | undefined;
}

function Content({ name, mark, keys }: ContentProps) {
  return (
    <>
      <span className="menu-mark">{mark}</span>
      <TextSpan className="menu-name">{name}</TextSpan>
      {keys ? (
        <kbd translate="no" aria-hidden>
          {keys}
        </kbd>
      ) : null}
    </>
  );
}

const PARTS: MenuParts = { Submenu, MenuItem, MenuSeparator, MenuOptions };
