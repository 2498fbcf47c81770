import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { FieldProblem } from '../ui/field-problem.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Part, State } from './part.tsx';
import { useSamples } from './samples.ts';

export function Fields() {
  return (
    <>
      <TextFields />
      <SelectFields />
      <ChoiceGroups />
      <Problems />
    </>
  );
}

function TextFields() {
  const texts = useSamples();
  return (
    <Part
      name="TextField"
      file="text-field.tsx"
      use="A labeled input with a hint or an error. With react-hook-form, spread register() into it."
    >
      <State of="hint" wide>
        <TextField label={texts.name} hint={texts.nameHint} defaultValue="Jana Nováková" />
      </State>
      <State of="problem" wide>
        <TextField label={texts.name} problem={texts.nameMissing} />
      </State>
      <State of="trailing" wide>
        <TextField label={texts.name} trailing={<Button look="quiet">{texts.show}</Button>} />
      </State>
      <State of="placeholder, disabled" wide>
        <TextField label={texts.name} placeholder="Jana Nováková" disabled />
      </State>
    </Part>
  );
}

function SelectFields() {
  const texts = useSamples();
  const options = [
    { value: 'editor', label: texts.editor },
    { value: 'viewer', label: texts.viewer },
  ];
  return (
    <Part
      name="SelectField"
      file="select-field.tsx"
      use="One of several options, with the picker of the platform. For two or three short options use ChoiceGroup."
    >
      <State of="label" wide>
        <SelectField label={texts.role} options={options} />
      </State>
      <State of="quiet, hideLabel">
        <SelectField label={texts.role} hideLabel quiet options={options} />
      </State>
    </Part>
  );
}

function ChoiceGroups() {
  const texts = useSamples();
  const [role, setRole] = useState('editor');
  return (
    <Part
      name="ChoiceGroup"
      file="choice-group.tsx"
      use="One of two or three short options, all visible. Applies at once."
    >
      <State wide>
        <ChoiceGroup
          label={texts.role}
          options={[
            { value: 'editor', label: texts.editor },
            { value: 'viewer', label: texts.viewer },
          ]}
          value={role}
          onChange={setRole}
        />
      </State>
    </Part>
  );
}

function Problems() {
  const texts = useSamples();
  return (
    <>
      <Part
        name="FieldProblem"
        file="field-problem.tsx"
        use="The error of one control that is not a TextField, which has its own. Link it with aria-describedby."
      >
        <FieldProblem id={undefined}>{texts.nameMissing}</FieldProblem>
      </Part>
      <Part name="Notice" file="notice.tsx" use="The error of a whole form, above its buttons.">
        <div className="w-full sm:w-96">
          <Notice>{texts.notSaved}</Notice>
        </div>
      </Part>
    </>
  );
}
