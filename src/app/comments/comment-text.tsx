import { Fragment, type ReactNode } from 'react';
import type { Inline, Paragraph } from '#contract/comments/body-text.ts';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import { mentionText } from '#contract/text/leaf-text.ts';

interface CommentTextProps {
  readonly body: CommentBody;
  /** Current names by user. */
  readonly people: ReadonlyMap<string, string>;
}

/** The text of a comment, drawn from its schema. */
export function CommentText({ body, people }: CommentTextProps) {
  const line = ({ content = [] }: Paragraph): ReactNode =>
    content.map((inline, at) => <Piece key={at} inline={inline} people={people} />);
  return (
    <div translate="no" dir="auto" className="flex flex-col gap-1 text-[14px]/5 wrap-anywhere">
      {body.content.map((block, at) => {
        if (block.type === 'paragraph') return <p key={at}>{line(block)}</p>;
        const List = block.type === 'bulletList' ? 'ul' : 'ol';
        return (
          <List key={at} className={`pl-5 ${block.type === 'bulletList' ? 'list-disc' : 'list-decimal'}`}>
            {block.content.map((item, number) => (
              <li key={number}>
                {item.content.map((paragraph, row) => (
                  <p key={row}>{line(paragraph)}</p>
                ))}
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

function Piece({ inline, people }: { readonly inline: Inline; readonly people: CommentTextProps['people'] }) {
  if (inline.type === 'hardBreak') return <br />;
  if (inline.type === 'mention') {
    const { id, label } = inline.attrs;
    return <span className="font-semibold">{mentionText({ label: people.get(id) ?? label })}</span>;
  }
  return (inline.marks ?? []).reduceRight<ReactNode>(
    (text, mark) => {
      switch (mark.type) {
        case 'bold':
          return <strong>{text}</strong>;
        case 'italic':
          return <em>{text}</em>;
        case 'code':
          return <code className="rounded bg-hover px-1 py-px text-[0.9em]">{text}</code>;
        case 'link':
          return (
            <a
              href={mark.attrs.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline underline-offset-2"
            >
              {text}
            </a>
          );
      }
    },
    <Fragment>{inline.text}</Fragment>,
  );
}
