import type { LeavingText } from '#contract/formats/leaving-text.ts';
import { cleanText } from './clean-text.ts';

/** `docProps/core.xml`. The library would write the time, and an author. */
export const writeCore = ({ title, language }: LeavingText): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(cleanText(title))}</dc:title><dc:language>${language}</dc:language></cp:coreProperties>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
