/** Before every file of tests that put something in a module's place: no other file's modules are left. */
import { vi } from 'vitest';

vi.resetModules();
await import('./clean-page.ts');
