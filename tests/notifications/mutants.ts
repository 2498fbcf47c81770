/** Mistakes that the random weeks must notice. Each changes one function of the database. */

export interface Mutant {
  readonly name: string;
  readonly routine: string;
  readonly from: string;
  readonly to: string;
}

const mutant = (name: string, routine: string, from: string, to: string): Mutant => ({
  name,
  routine,
  from,
  to,
});

export const MUTANTS: readonly Mutant[] = [
  mutant('what was seen is mailed', 'private.is_wanted', 'p_row.seen_at is null and', ''),
  mutant('rights that ended are not noticed', 'private.is_wanted', 'private.may_be_told(p_row) and', ''),
  mutant('a choice made since is not noticed', 'private.is_wanted', " = 'mail'", ' is not null'),
  mutant('quiet hours are ignored', 'private.gather_mails', 'and not private.is_quiet(n.user_id)', ''),
  mutant(
    'quiet hours do not span midnight',
    'private.is_quiet',
    't >= s.quiet_from or',
    't >= s.quiet_from and',
  ),
  mutant(
    'all people live in one time zone',
    'private.local_time',
    'select s.time_zone from',
    'select null::text from',
  ),
  mutant(
    'a digest goes out again and again',
    'private.make_digests',
    "coalesce(s.digest_on, '-infinity') <",
    "'-infinity'::date <",
  ),
  mutant('digests do not wait for their hour', 'private.make_digests', '>= s.digest_hour', '>= 0'),
  mutant('two workers get the same mails', 'public.claim_mails', 'for update skip locked', ''),
  mutant(
    'a mail is lost with its worker',
    'public.claim_mails',
    "m.claimed_at < private.clock() - interval '5 minutes'",
    'false',
  ),
  mutant(
    'a mail that nobody reports on goes out for ever',
    'public.claim_mails',
    'or mail.lost = 0',
    'or true',
  ),
  mutant('a report is not kept', 'public.report_mail', "perform private.settle_mail(p_mail, 'sent')", 'null'),
  mutant(
    'deleted comments are mailed',
    'public.delete_comment',
    'delete from private.notifications n where n.comment_id = p_comment;',
    '',
  ),
  mutant(
    'people who are mentioned no more are told',
    'private.notify_edited',
    'and n.user_id <> all (now_mentioned)',
    'and false',
  ),
  mutant('an opened thread stays resolved', 'private.notify_resolved', "n.kind = 'resolved'", 'false'),
  mutant('the person before keeps the thread', 'private.notify_assigned', "n.kind = 'assigned'", 'false'),
  mutant(
    'mails go to addresses that bounced',
    'private.address_of',
    'and not private.is_blocked(u.email)',
    '',
  ),
  mutant('mails go to people who want none', 'private.level_of', 'chosen.mails is false', 'false'),
  mutant('a document that is not watched is told', 'private.level_of', "watch = 'none'", 'false'),
  mutant('people are told what they did', 'private.notify', 't.person is distinct from me', 'true'),
  mutant('no mail waits', 'private.mail_waits', '00:02:00', '00:00:00'),
  mutant('a mention that was taken out is told', 'public.take_back_mention', "n.kind = 'mentioned'", 'false'),
  mutant('an answered request is still asked', 'private.answer_asked', 'access_asked ', 'asked '),
  mutant(
    'viewers are told of comments that are hidden from them',
    'private.sees_comments',
    'select d.viewers_see_comments',
    'select true',
  ),
];

/** Replaces all places, in the function as the database has it. */
export const sqlOf = ({ routine, from, to }: Mutant): string =>
  `do $edit$ declare source text := pg_get_functiondef('${routine}'::regproc); begin
     if position($$${from}$$ in source) = 0 then raise exception 'nothing to change in ${routine}'; end if;
     execute replace(source, $$${from}$$, $$${to}$$);
   end $edit$`;
