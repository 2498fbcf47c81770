import contract from './cs/contract.md?raw';
import decision from './cs/decision.md?raw';
import meeting from './cs/meeting.md?raw';
import plan from './cs/plan.md?raw';
import report from './cs/report.md?raw';
import sample from './cs/sample.md?raw';
import type { Texts } from '../template-names.ts';

export const texts: Texts = { meeting, plan, decision, contract, report, sample };
