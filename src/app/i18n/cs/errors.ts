import type { errors as source } from '../en-us/errors.ts';
import type { Translated } from '../translated.ts';

export const errors: Translated<typeof source> = {
  bad_request: 'Server požadavek nedokázal zpracovat. Načtěte stránku znovu.',
  unauthenticated: 'Přihlášení vypršelo. Přihlaste se znovu.',
  forbidden: 'K tomuto nemáte oprávnění.',
  session_invalid: 'Tato karta ztratila spojení s dokumentem. Načtěte stránku znovu.',
  not_found: 'Požadovaná položka neexistuje, nebo k ní nemáte přístup.',
  user_not_found: 'K této adrese nepatří žádný účet.',
  generation_mismatch: 'Dokument byl mezitím na serveru obnoven. Načtěte stránku znovu.',
  restore_in_progress: 'Někdo právě obnovuje starší verzi. Zkuste to za chvíli znovu.',
  text_changed: 'Text kolem se mezitím změnil. Porovnejte verzi s aktuální a obnovte text tam.',
  already_member: 'Tento člověk už přístup má.',
  gone: 'Tento dokument je v koši.',
  too_large: 'Tohle je na uložení příliš velké. Rozdělte to na menší části.',
  document_full: 'Dokument je plný. Pokračujte v novém, nebo nejdřív něco smažte.',
  storage_full: 'Vaše úložiště je plné. Smažte, co už nepotřebujete, a zkuste to znovu.',
  update_rejected: 'Server tuto změnu odmítl. Načtěte stránku znovu.',
  counter_reused: 'Server tuto změnu odmítl. Načtěte stránku znovu.',
  upgrade_required: 'Je k dispozici nová verze Spolu. Načtěte stránku znovu.',
  rate_limited: 'Příliš mnoho požadavků. Chvíli počkejte a zkuste to znovu.',
  internal: 'Na serveru se něco pokazilo. Zkuste to později.',
  unavailable: 'Server je přetížený. Zkuste to později.',
  unreachable: 'Server je nedostupný. Zkontrolujte připojení a zkuste to znovu.',
  unexpected_reply: 'Server poslal neočekávanou odpověď. Načtěte stránku znovu.',
};
