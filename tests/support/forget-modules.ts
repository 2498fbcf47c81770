/** Clears the module cache before a test file that mocks modules, so that none of another file's modules remain. */
import { vi } from 'vitest';

vi.resetModules();
await import('./clean-page.ts');
