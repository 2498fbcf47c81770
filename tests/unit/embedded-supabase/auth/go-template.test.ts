/** The subset of Go's templates that emails use; the expected values are those of text/template and html/template. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, TemplateError } from '../../../../src/embedded-supabase/auth/go-template.ts';

const NAMES = new Set(['Email', 'Token', 'SiteURL', 'RedirectTo', 'Data']);
const data = {
  Email: `"<script>alert('1')</script>"@x.test`,
  Token: '123456',
  SiteURL: 'https://spolu.example',
  RedirectTo: 'https://spolu.example/sign-in?next=%2Fa&b=1#c d',
  Data: {
    language: 'cs',
    name: 'Žofie & <Jan>',
    age: 7,
    none: null,
    deep: { word: 'in' },
    on: true,
    off: false,
  },
};
const plain = (source: string): string => compileTemplate(source, NAMES, 'plain')(data);
const html = (source: string, more: object = {}): string =>
  compileTemplate(source, NAMES, 'html')({ ...data, ...more });

describe('a template', () => {
  it.each([
    ['no action at all', 'no action at all'],
    ['{{ .Token }}', '123456'],
    ['{{.Token}}{{ .Token}}', '123456123456'],
    ['{{ .Data.name }}, {{ .Data.age }}, {{ .Data.on }}', 'Žofie & <Jan>, 7, true'],
    ['{{ .Data.deep.word }}', 'in'],
    ['[{{ .Data.missing }}{{ .Data.missing.more }}{{ .Data.none }}]', '[]'],
    ['[{{ .Data.constructor }}{{ .Data.toString }}{{ .Data.__proto__ }}]', '[]'],
    ['[{{ .Data.deep }}]', '[]'],
    ['a {{- .Token -}} b', 'a123456b'],
    ['a {{- /* said to nobody */ -}} b', 'ab'],
    ['a {{/* nothing */}} b', 'a  b'],
    ['{{ if .Data.name }}yes{{ end }}', 'yes'],
    ['{{ if .Data.missing }}yes{{ end }}', ''],
    ['{{ if .Data.off }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if eq .Data.language "cs" }}Ahoj{{ else }}Hello{{ end }}', 'Ahoj'],
    [
      '{{ if eq .Data.language "en" }}Hello{{ else if eq .Data.language "cs" }}Ahoj{{ else }}?{{ end }}',
      'Ahoj',
    ],
    ['{{ if eq .Data.language "en" "cs" }}either{{ end }}', 'either'],
    ['{{ if eq .Data.missing "cs" }}Ahoj{{ else }}Hello{{ end }}', 'Hello'],
    ['{{ if ne .Data.language "cs" }}Hello{{ else }}Ahoj{{ end }}', 'Ahoj'],
    ['{{ if not .Data.missing }}nothing{{ end }}', 'nothing'],
    ['{{ if eq .Data.language "}}" }}a{{ else }}b{{ end }}', 'b'],
    ['{{ if .Token }}{{ if .Data.off }}a{{ else }}b{{ end }}c{{ end }}d', 'bcd'],
    ['{{- if .Token -}} a {{- end -}} ', 'a'],
    ['} { }} {', '} { }} {'],
  ])('%s renders as %s', (source, expected) => {
    expect(plain(source)).toBe(expected);
  });

  it.each([
    ['{{ .Emial }}', 1, 'there is no variable .Emial'],
    ['\n{{ range .Data }}{{ end }}', 2, '{{ range .Data }} is not understood'],
    ['{{ template "x" }}', 1, 'is not understood'],
    ['{{ .Token | urlquery }}', 1, 'is not understood'],
    ['{{ printf "%s" .Token }}', 1, 'is not understood'],
    ['{{ $x := .Token }}', 1, 'is not understood'],
    ['{{ if and .Token .Email }}{{ end }}', 1, 'is not understood'],
    ['{{ if eq .Token }}{{ end }}', 1, 'is not understood'],
    ['{{ if }}{{ end }}', 1, 'is not understood'],
    ['{{ if .Token }}', 1, '{{ if }} without {{ end }}'],
    ['a\nb{{ end }}', 2, '{{ end }} without {{ if }}'],
    ['{{ if .Token }}{{ else }}{{ else }}{{ end }}', 1, '{{ else }} without {{ end }}'],
    ['{{ if .Token }}{{ else banana }}{{ end }}', 1, 'is not understood'],
    ['\n\n{{ .Token }', 3, '"{{" is not closed'],
    ['{{ }}', 1, 'is not understood'],
    ['{{ . }}', 1, 'is not understood'],
  ])('%j is rejected when the template is read', (source, line, message) => {
    const read = (): unknown => compileTemplate(source, NAMES, 'plain');
    expect(read).toThrow(TemplateError);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ line }));
  });
});

describe('in HTML a value', () => {
  const script = '&quot;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;@x.test';
  it.each([
    ['<p>{{ .Email }}</p>', `<p>${script}</p>`],
    ['<p>1 < 2 {{ .Data.name }}</p>', '<p>1 < 2 Žofie &amp; &lt;Jan&gt;</p>'],
    ['<p title="{{ .Email }}">', `<p title="${script}">`],
    ["<p title='{{ .Email }}'>", `<p title='${script}'>`],
    [
      '<a href="{{ .SiteURL }}/confirm#email={{ .Email }}&amp;next={{ .RedirectTo }}">',
      '<a href="https://spolu.example/confirm#email=%22%3Cscript%3Ealert%28%271%27%29%3C%2Fscript%3E%22%40x.test' +
        '&amp;next=https%3A%2F%2Fspolu.example%2Fsign-in%3Fnext%3D%252Fa%26b%3D1%23c%20d">',
    ],
    [
      '<a href="/x?to={{ .RedirectTo }}">',
      '<a href="/x?to=https%3A%2F%2Fspolu.example%2Fsign-in%3Fnext%3D%252Fa%26b%3D1%23c%20d">',
    ],
    ['<a href="{{ .RedirectTo }}">', '<a href="https://spolu.example/sign-in?next=%2Fa&amp;b=1#c%20d">'],
    ['<a href="/{{ .Data.name }}/x">', '<a href="/%C5%BDofie%20&amp;%20%3CJan%3E/x">'],
    ['<!-- <script> --><p>{{ .Token }}</p>', '<!-- <script> --><p>123456</p>'],
    ['<style>p > b { color: red }</style>{{ .Token }}', '<style>p > b { color: red }</style>123456'],
    ['<p {{ if .Token }}class="a"{{ end }}>{{ .Token }}</p>', '<p class="a">123456</p>'],
    ['<html lang="{{ if eq .Data.language "cs" }}cs{{ else }}en{{ end }}">', '<html lang="cs">'],
    ['{{ if .Token }}<p>{{ .Token }}</p>{{ else }}<b>{{ .Email }}</b>{{ end }}', '<p>123456</p>'],
  ])('%s renders as %s', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    ' javascript:x',
    '\tvbscript:x',
  ])('as a URL never runs a script: %j', (RedirectTo) => {
    expect(html('<a href="{{ .RedirectTo }}">', { RedirectTo })).toBe('<a href="#ZgotmplZ">');
  });

  it('with a lone surrogate does not break the email', () => {
    expect(html('<a href="/?x={{ .Email }}">', { Email: '\ud83d' })).toBe('<a href="/?x=%EF%BF%BD">');
  });

  it.each([
    '<script>let x = "{{ .Token }}"</script>',
    '<style>p { color: {{ .Token }} }</style>',
    '<title>{{ .Token }}</title>',
    '<!-- {{ .Token }} -->',
    '<p {{ .Token }}>',
    '<p title={{ .Token }}>',
    '<p onclick="{{ .Token }}">',
    '<p style="color: {{ .Token }}">',
    '<img srcset="{{ .Token }}">',
  ])('is rejected where nothing makes it harmless: %s', (source) => {
    expect(() => html(source)).toThrow('no value is safe');
  });

  it('is rejected after branches that end in different places', () => {
    expect(() => html('<a href="{{ if .Token }}x">{{ else }}y{{ end }}')).toThrow('different places');
  });
});
