export { offline } from './offline.ts';

export const templates = {
  from: 'From a template…',
  fromFolders: 'New “{{title}}”',
  title: 'Start from a template',
  text: 'The new document is yours alone until you share it.',
  folders: 'First in {{name}}',
  mine: 'Your templates',
  ours: 'Ready-made',
  begin: 'Or begin with one of these',
  changed: 'Last modified {{date}}',
  sample: 'Open a sample document',
  sampleText: 'Learn by doing; throw it away at the end',
  making: 'Creating the document…',
  names: {
    meeting: { name: 'Meeting notes', text: 'Who was there, what was decided, who does what' },
    plan: { name: 'Project plan', text: 'Goal, people, milestones, risks' },
    decision: { name: 'Decision', text: 'Options side by side, and the reasons' },
    contract: { name: 'Contract', text: 'Parties, numbered clauses, signatures' },
    report: { name: 'Weekly report', text: 'Done, next, numbers, where help is needed' },
  },
} as const;
