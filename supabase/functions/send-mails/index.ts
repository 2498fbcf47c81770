import { renderMail } from '../_shared/contract/mails/render-mail.ts';
import { defineTask } from '../_shared/server/define-task.ts';
import { readMailEnv } from '../_shared/server/env.ts';
import { sendMails } from '../_shared/server/mails/send-mails.ts';

const env = readMailEnv();
Deno.serve(defineTask(({ database }) => sendMails(database, env, { render: renderMail })));
