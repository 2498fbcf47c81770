import contract from './en-us/contract.md?raw';
import decision from './en-us/decision.md?raw';
import meeting from './en-us/meeting.md?raw';
import plan from './en-us/plan.md?raw';
import report from './en-us/report.md?raw';
import sample from './en-us/sample.md?raw';
import type { Texts } from '../template-names.ts';

export const texts: Texts = { meeting, plan, decision, contract, report, sample };
