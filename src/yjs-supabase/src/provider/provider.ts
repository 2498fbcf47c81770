/**
 * The shell around the core: runs its effects through the ports and dispatches events to it. Independent of the
 * transport; applications use `supabase/provider.ts`.
 */
import { ObservableV2 } from 'lib0/observable';
import { Awareness, removeAwarenessStates } from 'y-protocols/awareness';
import type { Doc, Transaction } from 'yjs';
import { writeHeirs } from '../doc/heirs.ts';
import { admit, dropWaiting } from '../doc/admit.ts';
import { applyTogether, isWaiting } from '../doc/apply-together.ts';
import { Awaited, isRead, isSaved } from './awaited.ts';
import type { ChannelEvent } from '../ports/channel.ts';
import { createTimers, hostClock, hostRandom, StepMoment, type Clock, type Random } from '../ports/clock.ts';
import { carryOutRequest, type RequestContext } from './carry-out-requests.ts';
import { step } from '../core/core.ts';
import { mayShowKept, placeOf } from '../core/kept-text.ts';
import type { CoreEvent, Effect, IncomingUpdate, Lane, TextPlace, TimerName } from '../core/events.ts';
import { DEFAULT_SETTINGS } from '../core/settings.ts';
import { startState, type CoreState } from '../core/state.ts';
import { isSameView, viewOf, type ProviderView } from '../core/view.ts';
import { encodeCursor, hideCursors, keepCursors, nameCursors, showCursor } from '../doc/cursors.ts';
import type { PresentEntry, RosterEntry } from '../ports/document-log.ts';
import { openLanes, type Lanes } from './lanes.ts';
import { SignedFrames } from './signed-frames.ts';
import type { Signatures } from '../ports/signatures.ts';
import { encodeCursorBytes } from '../doc/cursor-bytes.ts';
import { NO_STORE, type OutboxStore } from '../ports/outbox-store.ts';
import { proveTo } from '../protocol/proof.ts';
import { PeopleList } from './people-list.ts';
import type { EventsOf, KeptText, ProviderOptions } from './provider-options.ts';
import { WholeUpdates } from '../doc/whole-updates.ts';
import { encodeWireFrame, makeUuid } from '../protocol/frame.ts';

export type ProviderEvents = EventsOf<Provider>;

export class Provider extends ObservableV2<ProviderEvents> {
  readonly documentId: string;
  readonly doc: Doc;
  readonly awareness: Awareness;
  /** This tab's editing session: binds the Yjs client id to the signed-in user. */
  readonly sessionId: string;
  /** Resolves when the first load has succeeded or failed; see `synced`. Never rejects. */
  readonly whenSynced: Promise<this>;

  readonly #options: ProviderOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #store: OutboxStore;
  readonly #requests: RequestContext;
  readonly #queue: CoreEvent[] = [];
  readonly #timers: ReturnType<typeof createTimers<TimerName>>;
  readonly #lanes: Lanes;
  /** Null where the host has no signatures. */
  readonly #signed: SignedFrames | null;
  readonly #awaited = new Awaited();
  #settleSynced: () => void = () => undefined;
  #state: CoreState;
  #view: ProviderView;
  readonly #people = new PeopleList();
  readonly #whole = new WholeUpdates<IncomingUpdate>();
  #isBusy = false;
  #isDestroyed = false;
  #cursorClock = 0;

  constructor(documentId: string, doc: Doc, options: ProviderOptions) {
    super();
    this.documentId = documentId;
    this.doc = doc;
    this.#options = options;
    this.#clock = options.clock ?? hostClock;
    this.#random = options.random ?? hostRandom;
    this.#store = options.store ?? NO_STORE;
    this.awareness = options.awareness ?? new Awareness(doc);
    this.sessionId = makeUuid(this.#random.bytes(16));
    this.#state = startState(
      this.sessionId,
      { ...DEFAULT_SETTINGS, ...options.settings },
      this.#store.durable,
    );
    this.#view = viewOf(this.#state, this.#clock.nowMs(), this.#store.intact);
    this.#signed = options.signatures ? this.#openSignedFrames(options.signatures) : null;
    this.#requests = {
      documentId,
      sessionId: this.sessionId,
      signer: this.#signed?.signer ?? null,
      schema: options.schema,
      doc,
      whole: this.#whole,
      log: options.log,
      store: this.#store,
      title: options.title ?? null,
      fingerprint: options.fingerprint ?? null,
      dispatch: (event) => this.#dispatch(event),
      report: (error) => this.#report(error),
    };
    this.#timers = createTimers(this.#clock, (name) => this.#dispatch({ kind: 'timer', name }));
    this.#lanes = openLanes(options.openChannel, this.sessionId, (event, round, lane) =>
      this.#takeChannelEvent(event, round, lane),
    );
    this.whenSynced = new Promise((resolve) => {
      this.#settleSynced = () => {
        this.#settleSynced = () => undefined;
        resolve(this);
      };
    });
    // A root type gets its kind on first use, so the title must be declared as text before it is loaded.
    if (options.title) doc.getText(options.title.root);
    doc.on('update', this.#onUpdate);
    doc.on('destroy', this.#onDocDestroy);
    this.awareness.on('change', this.#onCursorMoved);
    this.awareness.on('update', this.#onAwareness);
    if (options.connect ?? true) this.connect();
  }

  get view(): ProviderView {
    return this.#view;
  }

  get people(): readonly PresentEntry[] {
    return this.#people.list;
  }

  /** The user of a Yjs client of the last day, if the roster lists it. */
  personOf(clientId: number): RosterEntry | null {
    return Object.values(this.#state.people.roster).find((entry) => entry.clientId === clientId) ?? null;
  }

  get synced(): boolean {
    return this.#view.loaded;
  }

  get shouldConnect(): boolean {
    return this.#state.running;
  }

  /** Where in the log the document is, if it may be kept now; null while it has anything that the log may lack. */
  get place(): TextPlace | null {
    return placeOf(this.#state);
  }

  /**
   * Shows a text that the host kept, before the first `connect()`. The log is then read from its place on. False if it
   * cannot be shown: then the document is loaded as usual.
   */
  show({ state, logged = [], updates, ...place }: KeptText): boolean {
    if (this.#isDestroyed || !mayShowKept(this.#state)) return false;
    const all = [state, ...logged, ...updates].map((bytes, at): IncomingUpdate => ({
      bytes,
      source: at === 0 ? 'snapshot' : 'log',
      clientId: null,
    }));
    const admitted = admit(all, this.#options.gate ?? null, this.#state.settings.maxUpdateBytes);
    if (admitted === null) return false;
    this.#applyReady(admitted.good);
    const { generation, seq, chain, role, mayEdit } = place;
    const hasUnlogged = updates.length > 0;
    this.#dispatch({ kind: 'kept-shown', place: { generation, seq, chain, role, mayEdit }, hasUnlogged });
    return true;
  }

  /** Call it when the log has the updates that were shown with a kept text. */
  noteLogged(): void {
    this.#dispatch({ kind: 'kept-logged' });
  }

  connect(): void {
    this.#dispatch({ kind: 'connect' });
  }

  /** Stops all communication; local changes keep collecting and are sent after `connect()`. */
  disconnect(): void {
    this.#dispatch({ kind: 'disconnect' });
  }

  /** Call it when the computer wakes up, comes online or the tab becomes visible. */
  wake(): void {
    this.#dispatch({ kind: 'wake' });
  }

  /** Call it when the page is hidden; `wake()` ends that. Saves now, and leaves the lanes later. */
  hide(): void {
    this.#dispatch({ kind: 'hidden' });
  }

  /**
   * Appends unsaved changes at once. Resolves to true when the log has them, to false as soon as an attempt fails;
   * retries go on in the background. `leaving`: the page may be going away.
   */
  flush(options: { leaving?: boolean } = {}): Promise<boolean> {
    const { items, lastCounter } = this.#state.outbox;
    if (items.length === 0) return Promise.resolve(true);
    const flushed = this.#awaited.wait(isSaved(lastCounter));
    this.#dispatch({ kind: 'flush', leaving: options.leaving ?? false });
    return flushed;
  }

  /**
   * Saves local changes. Resolves to the seq up to which the document then contains the log, those changes included; to
   * null as soon as an attempt fails. Rows that this client has not received yet do not count.
   */
  async catchUp(): Promise<number | null> {
    if (!(await this.flush())) return null;
    const { applied, head } = this.#state.pulling;
    if (applied >= head) return applied;
    const read = this.#awaited.wait(isRead(head));
    this.wake();
    return (await read) ? this.#state.pulling.applied : null;
  }

  /**
   * Leaves the lanes at once, keeps saving until the log has everything or the server permanently refuses, and then
   * destroys the provider. Resolves to whether everything was saved.
   */
  async retire(): Promise<boolean> {
    this.#dispatch({ kind: 'retire' });
    const isOver = ({ unsaved, ended, refused }: ProviderView): boolean =>
      unsaved === 0 || ended !== null || refused !== null;
    await new Promise<void>((resolve) => {
      if (this.#isDestroyed || isOver(this.#view)) return resolve();
      this.on('view', (view) => {
        if (isOver(view)) resolve();
      });
      this.doc.once('destroy', () => resolve());
    });
    this.destroy();
    return this.#view.unsaved === 0;
  }

  /**
   * Sends a small message, of at most 512 bytes, to some of the present sessions; they emit `notice`. It is sent as soon as
   * the allowance lets it, and may be lost. One that still waits under the same name is replaced.
   */
  sendNotice(name: string, bytes: Uint8Array, to: readonly string[]): void {
    this.#dispatch({ kind: 'send-notice', name, bytes, to });
  }

  override destroy(): void {
    if (this.#isDestroyed) return;
    this.disconnect();
    this.#isDestroyed = true;
    this.doc.off('update', this.#onUpdate);
    this.doc.off('destroy', this.#onDocDestroy);
    this.awareness.off('change', this.#onCursorMoved);
    this.awareness.off('update', this.#onAwareness);
    removeAwarenessStates(this.awareness, [this.doc.clientID], 'destroy');
    this.#awaited.giveUp();
    this.#settleSynced();
    super.destroy();
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown, _doc: Doc, transaction: Transaction): void => {
    if (origin === this) return;
    const { title } = this.#options;
    const root = title && this.doc.share.get(title.root);
    const isTitle = root !== undefined && transaction.changed.has(root);
    const isPoison = this.#options.gate?.judge(update, 'own').kind === 'poison';
    this.#dispatch({
      kind: 'local-update',
      update,
      title: isTitle,
      heirs: writeHeirs(transaction),
      isPoison,
    });
  };

  readonly #onCursorMoved = (change: AwarenessChange, origin: unknown): void => {
    if (this.#isOwnCursor(change, origin)) this.#dispatch({ kind: 'cursor-moved' });
  };

  /** Awareness also emits `update` without `change` every 15 seconds. */
  readonly #onAwareness = (change: AwarenessChange, origin: unknown): void => {
    if (this.#isOwnCursor(change, origin)) this.#dispatch({ kind: 'cursor-rested' });
  };

  /** Not while text that is about to leave takes the cursor with it (W12e). */
  #isOwnCursor(change: AwarenessChange, origin: unknown): boolean {
    return origin !== this && this.#signed?.takesCursor !== true && isAbout(change, this.doc.clientID);
  }

  readonly #onDocDestroy = (): void => this.destroy();

  /** Events dispatched while effects run are queued. */
  #dispatch(event: CoreEvent): void {
    if (this.#isDestroyed) return;
    if (this.#isBusy) return void this.#queue.push(event);
    this.#isBusy = true;
    try {
      this.#takeWithQueue(event);
    } finally {
      this.#isBusy = false;
      this.#publish();
    }
  }

  /** Exceptions from host listeners propagate, but only after every queued event has been processed. */
  #takeWithQueue(first: CoreEvent): void {
    try {
      for (let next: CoreEvent | undefined = first; next; next = this.#queue.shift()) {
        const moment = new StepMoment(this.#clock, this.#random.chance());
        const { state, effects } = step(this.#state, next, moment);
        this.#state = state;
        try {
          this.#options.onStep?.(next, state, effects);
        } finally {
          this.#carryOutAll(effects, 0);
        }
      }
    } finally {
      const next = this.#queue.shift();
      if (next) this.#takeWithQueue(next);
    }
  }

  /** Runs every effect even if an earlier one throws. Recursion avoids a closure per effect. */
  #carryOutAll(effects: readonly Effect[], from: number): void {
    let at = from;
    try {
      for (let next = effects[at]; next; next = effects[at]) {
        at += 1;
        this.#carryOut(next);
      }
    } finally {
      if (at < effects.length) this.#carryOutAll(effects, at);
    }
  }

  #carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'start-timer':
        return this.#timers.start(effect.name, effect.delayMs);
      case 'stop-timer':
        return this.#timers.stop(effect.name);
      case 'join':
        return this.#join(effect);
      case 'leave':
        return this.#lanes.leave();
      case 'announce':
        return this.#lanes.announce();
      case 'check-socket':
        return this.#options.checkSocket?.();
      case 'reset-socket':
        return this.#options.resetSocket?.();
      case 'send':
        return this.#lanes.send(effect.lane, effect.bytes);
      case 'send-cursor':
        return this.#sendCursor(effect);
      case 'sign':
        return this.#signed?.sign(effect);
      case 'verify':
        return this.#signed?.verify(effect);
      case 'apply':
        return this.#apply(effect.updates);
      case 'then':
        return this.#dispatch(effect.event);
      case 'diverged':
        return this.emit('diverged', []);
      case 'show-cursor':
        return showCursor(this.awareness, effect, this);
      case 'tell-host':
        return this.emit('host', [effect.name, effect.value]);
      case 'receive-notice':
        return this.emit('notice', [effect.entry, effect.bytes]);
      case 'keep-cursors':
        return keepCursors(this.awareness, effect.clientIds);
      case 'hide-cursors':
        return hideCursors(this.awareness, effect.clientIds, this);
      case 'name-cursors':
        return nameCursors(this.awareness, effect.roster, this);
      default:
        return carryOutRequest(effect, this.#requests);
    }
  }

  #join({ round, epoch, lane }: Extract<Effect, { kind: 'join' }>): void {
    const topicOf = this.#options.topicOf ?? ((id, number, name) => `doc:${id}:${number}:${name}`);
    this.#lanes.join(topicOf(this.documentId, epoch, lane), round, lane);
  }

  #takeChannelEvent(event: ChannelEvent, round: number, lane: Lane): void {
    switch (event.kind) {
      case 'joined':
        return this.#dispatch({ kind: 'lane-joined', round, lane });
      case 'closed':
        this.emit('connection-close', [event.reason, this]);
        return this.#dispatch({ kind: 'lane-closed', round, lane, reason: event.reason });
      case 'bytes':
        return this.#dispatch({ kind: 'lane-bytes', lane, bytes: event.bytes });
      case 'message':
        return this.#dispatch({ kind: 'lane-message', lane, event: event.event, payload: event.payload });
      case 'present':
        return this.#dispatch({ kind: 'present', sessions: event.keys });
    }
  }

  #openSignedFrames(signatures: Signatures): SignedFrames {
    return new SignedFrames({
      documentId: this.documentId,
      signatures,
      takeCursor: () => {
        this.#cursorClock += 1;
        const cursor: unknown = this.awareness.getLocalState()?.['cursor'];
        return { clock: this.#cursorClock, bytes: encodeCursorBytes(cursor) };
      },
      send: (lane, bytes) => this.#lanes.send(lane, bytes),
      dispatch: (event) => this.#dispatch(event),
      report: (error) => this.#report(error),
    });
  }

  #sendCursor({ head, author, readers }: Extract<Effect, { kind: 'send-cursor' }>): void {
    this.#cursorClock += 1;
    const cursor = encodeCursor(this.awareness);
    const frame = { kind: 'awareness', counter: this.#cursorClock, bytes: cursor } as const;
    const proofs = proveTo(author, readers, frame);
    const bytes = encodeWireFrame({ ...frame, sessionId: this.sessionId, head, proofs });
    this.#lanes.send('aw', bytes);
  }

  #apply(updates: readonly IncomingUpdate[]): void {
    const admitted = admit(updates, this.#options.gate ?? null, this.#state.settings.maxUpdateBytes);
    if (admitted === null) return this.#dispatch({ kind: 'not-understood', isFirst: !this.#view.loaded });
    for (const update of admitted.rejected) this.emit('rejected', [update]);
    if (admitted.good.length === 0) return;
    dropWaiting(this.doc, admitted.banned);
    if (admitted.banned.length > 0)
      this.#whole.drop(({ bytes }) => this.#options.gate?.isBanned(bytes) === true);
    this.#applyReady(this.#whole.take(this.doc, admitted.good));
    // The applied updates may be what held ones waited for.
    while (this.#whole.isWaiting) {
      const ready = this.#whole.take(this.doc, []);
      if (ready.length === 0) break;
      this.#applyReady(ready);
    }
  }

  #applyReady(updates: readonly IncomingUpdate[]): void {
    try {
      this.emit('incoming', [updates]);
    } finally {
      this.#applyNow(updates.map(({ bytes }) => bytes));
    }
  }

  /** Observers run after the updates are in the document, so one that throws undoes nothing. */
  #applyNow(updates: readonly Uint8Array[]): void {
    try {
      applyTogether(this.doc, updates, this);
    } finally {
      this.#dispatch({ kind: 'applied', pending: this.#whole.isWaiting || isWaiting(this.doc) });
    }
  }

  #report(error: unknown): void {
    if (!this.#isDestroyed) this.emit('connection-error', [error, this]);
  }

  #publish(): void {
    const nowMs = this.#clock.nowMs();
    const before = this.#view;
    const view = viewOf(this.#state, nowMs, this.#store.intact);
    this.#awaited.settle(this.#state);
    if (view.loaded || view.phase === 'ended' || this.#state.pulling.failures > 0) this.#settleSynced();
    if (this.#people.update(this.#state, nowMs)) this.emit('people', [this.#people.list]);
    if (isSameView(before, view)) return;
    this.#view = view;
    if (before.loaded !== view.loaded) {
      this.emit('sync', [view.loaded]);
      this.emit('synced', [view.loaded]);
    }
    if (before.live !== view.live || before.phase !== view.phase) {
      const waiting = this.#state.running && view.phase !== 'ended' ? 'connecting' : 'disconnected';
      this.emit('status', [{ status: view.live ? 'connected' : waiting }]);
    }
    if (before.unsaved !== view.unsaved) this.emit('unsynced-changes', [view.unsaved]);
    this.emit('view', [view]);
  }
}

interface AwarenessChange {
  readonly added: readonly number[];
  readonly updated: readonly number[];
  readonly removed: readonly number[];
}

const isAbout = ({ added, updated, removed }: AwarenessChange, clientId: number): boolean =>
  added.includes(clientId) || updated.includes(clientId) || removed.includes(clientId);
