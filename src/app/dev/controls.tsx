import { Bold, Copy, Italic, MoreHorizontal, Pencil, Plus, Trash2, Underline } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonLook, type ButtonLook } from '../ui/button-look.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem, MenuOptions, MenuSeparator, Submenu } from '../ui/menu.tsx';
import { Popover } from '../ui/popover.tsx';
import { Toolbar, ToolbarItem } from '../ui/toolbar.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Part, State } from './part.tsx';
import { useSamples } from './samples.ts';

/** A record, so that a new look does not compile until it is shown. */
const LOOKS: Record<ButtonLook, string> = {
  primary: 'look="primary"',
  plain: 'look="plain"',
  quiet: 'look="quiet"',
  danger: 'look="danger"',
};
const ALL_LOOKS = Object.keys(LOOKS) as ButtonLook[];

export function Controls() {
  return (
    <>
      <Buttons />
      <IconButtons />
      <CountBadges />
      <Menus />
      <Popovers />
      <Toolbars />
      <Tooltips />
    </>
  );
}

function Buttons() {
  const texts = useSamples();
  return (
    <Part
      name="Button"
      file="button.tsx"
      use="One primary button a page or dialog. busy and off keep the focus. buttonLook() gives a link the same look."
    >
      {ALL_LOOKS.map((look) => (
        <State key={look} of={LOOKS[look]}>
          <Button look={look}>{look === 'danger' ? texts.delete : texts.save}</Button>
        </State>
      ))}
      <State of="busy">
        <Button look="primary" busy>
          {texts.saving}
        </Button>
      </State>
      <State of="off">
        <Button off>{texts.save}</Button>
      </State>
      <State of="buttonLook()">
        <a href="#Button" className={buttonLook()}>
          {texts.show}
        </a>
      </State>
    </Part>
  );
}

function IconButtons() {
  const texts = useSamples();
  return (
    <Part
      name="IconButton"
      file="icon-button.tsx"
      use="A command that an icon explains. The label is its accessible name and its tooltip."
    >
      <State of="quiet">
        <IconButton label={texts.rename} icon={<Pencil size={18} aria-hidden="true" />} />
      </State>
      <State of='look="plain"'>
        <IconButton label={texts.newDocument} look="plain" icon={<Plus size={18} aria-hidden="true" />} />
      </State>
      <State of="off">
        <IconButton label={texts.delete} off icon={<Trash2 size={18} aria-hidden="true" />} />
      </State>
    </Part>
  );
}

function CountBadges() {
  const texts = useSamples();
  return (
    <Part
      name="CountBadge"
      file="count-badge.tsx"
      use="A number at the corner of a button that says it in words."
    >
      <span className="relative">
        <Button>{texts.rename}</Button>
        <CountBadge text="3" />
      </span>
    </Part>
  );
}

function Menus() {
  const texts = useSamples();
  const [sort, setSort] = useState('title');
  const [isBold, setBold] = useState(true);
  return (
    <Part
      name="Menu"
      file="menu.tsx"
      use="A list of commands or options. It opens with a click or the down arrow; typing a letter finds an item."
    >
      <State of="MenuItem, MenuSeparator, Submenu">
        <Menu
          trigger={
            <IconButton
              label={texts.more}
              look="plain"
              icon={<MoreHorizontal size={18} aria-hidden="true" />}
            />
          }
        >
          <MenuItem name={texts.rename} icon={Pencil} keys="F2" onChoose={() => undefined} />
          <MenuItem name={texts.bold} icon={Bold} checked={isBold} onChoose={() => setBold(!isBold)} />
          <Submenu name={texts.copy} icon={Copy}>
            <MenuItem name={texts.newDocument} icon={Plus} onChoose={() => undefined} />
          </Submenu>
          <MenuSeparator />
          <MenuItem name={texts.delete} icon={Trash2} off onChoose={() => undefined} />
        </Menu>
      </State>
      <State of="MenuOptions">
        <Menu trigger={<Button>{texts.sort}</Button>}>
          <MenuOptions
            value={sort}
            options={[
              { value: 'title', name: texts.byTitle },
              { value: 'date', name: texts.byDate },
            ]}
            onChoose={setSort}
          />
        </Menu>
      </State>
    </Part>
  );
}

function Popovers() {
  const texts = useSamples();
  return (
    <Part
      name="Popover"
      file="popover.tsx"
      use="A small panel next to its button, for fields and other controls. For a list of commands use Menu."
    >
      <State>
        <Popover
          label={texts.more}
          className="w-72"
          renderTrigger={(button) => <Button {...button}>{texts.more}</Button>}
        >
          <p>{texts.emptyText}</p>
        </Popover>
      </State>
    </Part>
  );
}

function Toolbars() {
  const texts = useSamples();
  const tools = [
    [texts.bold, Bold],
    [texts.italic, Italic],
    [texts.underline, Underline],
  ] as const;
  return (
    <Part
      name="Toolbar"
      file="toolbar.tsx"
      use="A row of ToolbarItems with one tab stop. Arrow keys, Home and End move along it."
    >
      <State>
        <Toolbar aria-label={texts.more} className="flex gap-1 rounded-control border border-line p-1">
          {tools.map(([name, Icon]) => (
            <Tooltip key={name} text={name}>
              <ToolbarItem aria-label={name} className="rounded-md p-2 hover:bg-hover">
                <Icon size={18} aria-hidden="true" />
              </ToolbarItem>
            </Tooltip>
          ))}
        </Toolbar>
      </State>
    </Part>
  );
}

function Tooltips() {
  const texts = useSamples();
  return (
    <Part
      name="Tooltip"
      file="tooltip.tsx"
      use="Repeats the name of an element that shows none. Touch opens no tooltip."
    >
      <State of="text">
        <Tooltip text={texts.rename}>
          <Button>{texts.rename}</Button>
        </Tooltip>
      </State>
      <State of="text, keys">
        <Tooltip text={texts.bold} keys="Ctrl+B">
          <Button>{texts.bold}</Button>
        </Tooltip>
      </State>
    </Part>
  );
}
