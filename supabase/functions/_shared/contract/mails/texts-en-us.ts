import { counter, listOf } from './count-words.ts';
import type { MailTexts, Told } from './mail-texts.ts';

const count = (one: string, other: string) => counter('en-US', { one, other });
const comments = count('comment', 'comments');
const newComments = count('new comment', 'new comments');
const updates = count('update', 'updates');
const others = count('other', 'others');
const moreDocuments = count('more document', 'more documents');
const documents = count('document', 'documents');
const notifications = count('notification', 'notifications');

const doc = ({ title }: Told): string => (title === null ? 'a document' : `“${title}”`);
const ROLES = { owner: 'Owner', editor: 'Editor', commenter: 'Commenter', viewer: 'Viewer' } as const;
const CAN = { owner: 'edit', editor: 'edit', commenter: 'comment on', viewer: 'read' } as const;
const roleOf = ({ role }: Told): string => ROLES[role ?? 'viewer'];
const canOf = ({ role }: Told): string => CAN[role ?? 'viewer'];

export const enUs: MailTexts = {
  untitled: 'Untitled',
  someone: 'Someone',
  someDocument: 'Document',
  andOthers: (names, more) => `${names} and ${others(more)}`,
  invitation: {
    says: (told) => `${told.who} invites you to ${canOf(told)} ${doc(told)}`,
    intro:
      'Spolu is a place where people write documents together. If you don’t have an account yet, you can create one when you open the invitation.',
    until: (to, date) => `The invitation is for ${to} and is valid until ${date}.`,
    open: 'Open invitation',
    reason: (who, host) => `You’re getting this email because ${who} entered your address at ${host}.`,
    isStranger: 'I don’t know this person',
  },
  notifications: {
    says: {
      role_changed: (told) => `Your role in ${doc(told)} is now ${roleOf(told)}`,
      access_asked: (told) => `${told.who} asks for access to ${doc(told)}`,
      access_granted: (told) => `You can now ${canOf(told)} ${doc(told)}`,
      access_refused: () => 'Your request for access was declined',
      mentioned: (told) => `${told.who} mentioned you in ${doc(told)}`,
      mentioned_in_comment: (told) => `${told.who} mentioned you in a comment in ${doc(told)}`,
      replied: (told) => `${told.who} replied to a comment in ${doc(told)}`,
      assigned: (told) => `${told.who} assigned you a comment in ${doc(told)}`,
      resolved: (told) => `${told.who} resolved a comment in ${doc(told)}`,
      commented: (told) => `${told.who} commented on ${doc(told)}`,
      restored: (told) => `${told.who} restored an earlier version of ${doc(told)}`,
    },
    saysShortly: {
      role_changed: (told) => `Your role is now ${roleOf(told)}`,
      access_asked: ({ who }) => `${who} asks for access`,
      access_granted: (told) => `You can now ${canOf(told)} the document`,
      access_refused: () => 'Your request for access was declined',
      mentioned: ({ who }) => `${who} mentioned you in the text`,
      mentioned_in_comment: ({ who }) => `${who} mentioned you in a comment`,
      replied: ({ who }) => `${who} replied`,
      assigned: ({ who }) => `${who} assigned you a comment`,
      resolved: ({ who }) => `${who} resolved a comment`,
      commented: ({ who }) => `${who} commented`,
      restored: ({ who }) => `${who} restored an earlier version`,
    },
    comments: (told, number) => `${told.who}: ${comments(number)} in ${doc(told)}`,
    events: (told, number) => `${told.who}: ${updates(number)} in ${doc(told)}`,
    more: (number) => `And ${count('more update', 'more updates')(number)}.`,
    howToAnswer: 'To give access or decline, open the document and choose Share.',
    openDocument: 'Open document',
    openComment: 'Open comment',
    openHistory: 'Open version history',
    openList: 'Go to your documents',
    reasons: {
      role_changed: 'your access changed',
      access_asked: 'you own the document',
      access_granted: 'you were given access',
      access_refused: 'you asked for access',
      mentioned: 'you were mentioned',
      mentioned_in_comment: 'you were mentioned',
      replied: 'you take part in this conversation',
      assigned: 'a comment was assigned to you',
      resolved: 'you take part in this conversation',
      commented: 'you follow all changes of this document',
      restored: 'you wrote in this document',
    },
    reason: (clauses) => `You’re getting this email because ${listOf('en-US', clauses)}.`,
  },
  digest: {
    subject: (title, number) => {
      if (title === null) return `Daily summary: ${documents(number)} with changes`;
      return number === 1
        ? `Daily summary: “${title}”`
        : `Daily summary: “${title}” and ${moreDocuments(number - 1)}`;
    },
    heading: 'Changes since your last summary',
    people: (names) => `Edited by ${names}`,
    comments: newComments,
    held: (number) => `${notifications(number)} waiting for you`,
    more: (number) => `And ${moreDocuments(number)}.`,
    openDocument: 'Open document',
    openList: 'Go to your documents',
    reason: 'You’re getting this email because your daily summary is on.',
  },
  stop: {
    document: 'Stop notifications about this document',
    kinds: {
      role_changed: 'Stop emails about your role',
      access_asked: 'Stop emails about access requests',
      access_granted: 'Stop emails about access you’re given',
      access_refused: 'Stop emails about declined requests',
      mentioned: 'Stop emails about mentions in documents',
      mentioned_in_comment: 'Stop emails about mentions in comments',
      replied: 'Stop emails about replies',
      assigned: 'Stop emails about assigned comments',
      resolved: 'Stop emails about resolved comments',
      commented: 'Stop emails about new comments',
      restored: 'Stop emails about restored versions',
      digest: 'Stop the daily summary',
    },
    all: 'Stop all emails',
  },
};
