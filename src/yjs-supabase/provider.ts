/**
 * The shell around the core: carries out its effects through the ports and tells it what happened. Transport-free; see
 * `supabase-provider.ts` for the one that people use.
 */
import { callAll } from 'lib0/function';
import { ObservableV2 } from 'lib0/observable';
import { Awareness, removeAwarenessStates } from 'y-protocols/awareness';
import { applyUpdate, transact, type Doc, type Transaction } from 'yjs';
import { admit, dropWaiting, type UpdateGate } from './admit.ts';
import type { ChannelEvent, OpenChannel, RealtimeChannel } from './channel.ts';
import { hostClock, hostRandom, type Clock, type Random } from './clock.ts';
import { carryOutRequest, type RequestContext, type TitleOptions } from './carry-out-requests.ts';
import { step } from './core/core.ts';
import type { CoreEvent, Effect, IncomingUpdate, Lane, TimerName } from './core/events.ts';
import { listHere, nextAbsenceMs } from './core/people.ts';
import { DEFAULT_SETTINGS, type Settings } from './core/settings.ts';
import { startState, type CoreState, type People } from './core/state.ts';
import { isSameView, viewOf, type ProviderView } from './core/view.ts';
import { encodeCursor, hideCursors, nameCursors, showCursor } from './cursors.ts';
import type { DocumentLog, RosterEntry } from './document-log.ts';
import { openMemoryOutbox, type OutboxStore } from './outbox-store.ts';
import { proveTo } from './proof.ts';
import { encodeWireFrame, makeUuid } from './wire.ts';

const LANE_EVENTS = { upd: 'u', aw: 'a' } as const;

export interface ProviderOptions {
  readonly log: DocumentLog;
  readonly openChannel: OpenChannel;
  /** Gives up the connection that all channels share: they stay silent although they look well. */
  readonly resetSocket?: () => void;
  /** Number of the document schema that this client knows; the server refuses older ones. */
  readonly schema: number;
  readonly awareness?: Awareness;
  /** False to wait for `connect()`. */
  readonly connect?: boolean;
  readonly store?: OutboxStore;
  readonly title?: TitleOptions;
  readonly topicOf?: (documentId: string, epoch: number, lane: Lane) => string;
  /**
   * Judges the content of updates; one gate for one provider. Content that this client does not know ends the document
   * with `upgrade_required` when it comes from the log; live it is left out and comes again from the log. Poison is left
   * out in any case.
   */
  readonly gate?: UpdateGate;
  /**
   * What a copy of the document has in common with every other: the digests of the server's snapshots are the beginning
   * of its SHA-256 in hexadecimal digits. Without it nothing is compared.
   */
  readonly fingerprint?: (doc: Doc) => Uint8Array;
  readonly settings?: Partial<Settings>;
  readonly clock?: Clock;
  readonly random?: Random;
}

export type ProviderEvents = {
  status: (event: { status: 'connecting' | 'connected' | 'disconnected' }) => void;
  sync: (isSynced: boolean) => void;
  synced: (isSynced: boolean) => void;
  'connection-error': (error: unknown, provider: Provider) => void;
  'connection-close': (reason: string, provider: Provider) => void;
  'unsynced-changes': (count: number) => void;
  /** Everything a save indicator needs. */
  view: (view: ProviderView) => void;
  /** Who is here; one entry per editing session. */
  people: (people: readonly RosterEntry[]) => void;
  /** Right before remote updates are applied in one transaction. */
  incoming: (updates: readonly Uint8Array[]) => void;
  /** The document is not what the log says, and reading it again did not help: open a fresh one. */
  diverged: () => void;
  /** A remote update did not pass the gate and was left out. */
  rejected: (update: Uint8Array) => void;
};

export class Provider extends ObservableV2<ProviderEvents> {
  readonly documentId: string;
  readonly doc: Doc;
  readonly awareness: Awareness;
  /** This tab's editing session: binds the Yjs client id to the signed-in person. */
  readonly sessionId: string;
  /** Settles when the first load has ended, well or not; see `synced`. Never rejects. */
  readonly whenSynced: Promise<this>;

  readonly #options: ProviderOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #store: OutboxStore;
  readonly #requests: RequestContext;
  readonly #queue: CoreEvent[] = [];
  readonly #timers = new Map<TimerName, () => void>();
  readonly #channels = new Map<Lane, RealtimeChannel>();
  readonly #flushes: { counter: number; resolve: (isSaved: boolean) => void }[] = [];
  #settleSynced: () => void = () => undefined;
  #state: CoreState;
  #view: ProviderView;
  #people: readonly RosterEntry[] = [];
  /** What the list was made from, and how long it holds. */
  #peopleOf: People | null = null;
  #peopleUntilMs = 0;
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
    this.#store = options.store ?? openMemoryOutbox();
    this.awareness = options.awareness ?? new Awareness(doc);
    this.sessionId = makeUuid(this.#random.bytes(16));
    this.#state = startState(
      this.sessionId,
      { ...DEFAULT_SETTINGS, ...options.settings },
      this.#store.durable,
    );
    this.#view = viewOf(this.#state, this.#clock.nowMs(), this.#store.intact);
    this.#requests = {
      documentId,
      sessionId: this.sessionId,
      schema: options.schema,
      doc,
      log: options.log,
      store: this.#store,
      title: options.title ?? null,
      fingerprint: options.fingerprint ?? null,
      dispatch: (event) => this.#dispatch(event),
      report: (error) => this.#report(error),
    };
    this.whenSynced = new Promise((resolve) => {
      this.#settleSynced = () => {
        this.#settleSynced = () => undefined;
        resolve(this);
      };
    });
    // A root type gets its kind on first use; a title that is read as text must be one before it is loaded.
    if (options.title) doc.getText(options.title.root);
    doc.on('update', this.#onUpdate);
    doc.on('destroy', this.#onDocDestroy);
    this.awareness.on('update', this.#onAwareness);
    if (options.connect ?? true) this.connect();
  }

  get view(): ProviderView {
    return this.#view;
  }

  get people(): readonly RosterEntry[] {
    return this.#people;
  }

  get synced(): boolean {
    return this.#view.loaded;
  }

  get shouldConnect(): boolean {
    return this.#state.running;
  }

  connect(): void {
    this.#dispatch({ kind: 'connect' });
  }

  /** Stops talking to anybody; local changes go on gathering and are sent after `connect()`. */
  disconnect(): void {
    this.#dispatch({ kind: 'disconnect' });
  }

  /** To be called when the computer woke up, came online or the tab became visible. */
  wake(): void {
    this.#dispatch({ kind: 'wake' });
  }

  /** To be called when nobody looks at the page any more; `wake()` ends it. Saves now, and leaves the lanes later. */
  hide(): void {
    this.#dispatch({ kind: 'hidden' });
  }

  /**
   * Appends at once what is not in the log. True when all of it arrived; false as soon as the attempt failed, in which
   * case it goes on in the background. `leaving`: the page may be going away.
   */
  flush(options: { leaving?: boolean } = {}): Promise<boolean> {
    const { items, lastCounter } = this.#state.outbox;
    if (items.length === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.#flushes.push({ counter: lastCounter, resolve });
      this.#dispatch({ kind: 'flush', leaving: options.leaving ?? false });
    });
  }

  /**
   * Leaves at once, goes on until everything is saved or the server has refused it for good, and then destroys the
   * provider. Resolves to whether all of it was saved.
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

  override destroy(): void {
    if (this.#isDestroyed) return;
    this.disconnect();
    this.#isDestroyed = true;
    this.doc.off('update', this.#onUpdate);
    this.doc.off('destroy', this.#onDocDestroy);
    this.awareness.off('update', this.#onAwareness);
    removeAwarenessStates(this.awareness, [this.doc.clientID], 'destroy');
    for (const { resolve } of this.#flushes.splice(0)) resolve(false);
    this.#settleSynced();
    super.destroy();
  }

  readonly #onUpdate = (update: Uint8Array, origin: unknown, _doc: Doc, transaction: Transaction): void => {
    if (origin === this) return;
    const { title } = this.#options;
    const root = title && this.doc.share.get(title.root);
    const isTitle = root !== undefined && transaction.changed.has(root);
    const isPoison = this.#options.gate?.judge(update, 'own').kind === 'poison';
    this.#dispatch({ kind: 'local-update', update, title: isTitle, isPoison });
  };

  readonly #onAwareness = (
    change: { added: number[]; updated: number[]; removed: number[] },
    origin: unknown,
  ): void => {
    const clients = [...change.added, ...change.updated, ...change.removed];
    if (origin !== this && clients.includes(this.doc.clientID)) this.#dispatch({ kind: 'cursor-moved' });
  };

  readonly #onDocDestroy = (): void => this.destroy();

  /** Events that come up while effects are carried out wait for their turn. */
  #dispatch(event: CoreEvent): void {
    if (this.#isDestroyed) return;
    this.#queue.push(event);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      this.#takeQueue();
    } finally {
      this.#isBusy = false;
      this.#publish();
    }
  }

  /** What a listener of the host throws is thrown on, after all that was to be done is done: sending, keeping, saving. */
  #takeQueue(): void {
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        const moment = { nowMs: this.#clock.nowMs(), chance: this.#random.chance() };
        const { state, effects } = step(this.#state, next, moment);
        this.#state = state;
        callAll(
          effects.map((effect) => () => this.#carryOut(effect)),
          [],
        );
      }
    } finally {
      if (this.#queue.length > 0) this.#takeQueue();
    }
  }

  #carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'start-timer':
        return this.#startTimer(effect.name, effect.delayMs);
      case 'stop-timer':
        this.#timers.get(effect.name)?.();
        this.#timers.delete(effect.name);
        return;
      case 'join':
        return this.#join(effect.round, effect.epoch, effect.lane);
      case 'leave':
        for (const channel of this.#channels.values()) channel.close();
        this.#channels.clear();
        return;
      case 'reset-socket':
        return this.#options.resetSocket?.();
      case 'send':
        return this.#channels.get(effect.lane)?.send(LANE_EVENTS[effect.lane], effect.bytes);
      case 'send-cursor':
        return this.#sendCursor(effect);
      case 'apply':
        return this.#apply(effect.updates);
      case 'note-own':
        return this.#dispatch({ ...effect, kind: 'own-noted' });
      case 'note-heard':
        return this.#dispatch({ kind: 'update-heard', frame: effect.frame, shown: effect.shown });
      case 'diverged':
        return this.emit('diverged', []);
      case 'show-cursor':
        return showCursor(this.awareness, effect, this);
      case 'hide-cursors':
        return hideCursors(this.awareness, effect.clientIds, this);
      case 'name-cursors':
        return nameCursors(this.awareness, effect.roster, this);
      default:
        return carryOutRequest(effect, this.#requests);
    }
  }

  #startTimer(name: TimerName, delayMs: number): void {
    this.#timers.get(name)?.();
    const cancel = this.#clock.startTimer(delayMs, () => {
      this.#timers.delete(name);
      this.#dispatch({ kind: 'timer', name });
    });
    this.#timers.set(name, cancel);
  }

  #join(round: number, epoch: number, lane: Lane): void {
    const topicOf = this.#options.topicOf ?? ((id, number, name) => `doc:${id}:${number}:${name}`);
    const channel = this.#options.openChannel({
      topic: topicOf(this.documentId, epoch, lane),
      ...(lane === 'ctl' ? { presenceKey: this.sessionId } : {}),
      onEvent: (event) => {
        if (this.#channels.get(lane) === channel) this.#takeChannelEvent(event, round, lane);
      },
    });
    this.#channels.set(lane, channel);
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

  #sendCursor({ head, author, readers }: Extract<Effect, { kind: 'send-cursor' }>): void {
    this.#cursorClock += 1;
    const cursor = encodeCursor(this.awareness);
    const said = { kind: 'awareness', counter: this.#cursorClock, bytes: cursor } as const;
    const proofs = proveTo(author, readers, said);
    const bytes = encodeWireFrame({ ...said, sessionId: this.sessionId, head, proofs });
    this.#channels.get('aw')?.send(LANE_EVENTS.aw, bytes);
  }

  #apply(updates: readonly IncomingUpdate[]): void {
    const admitted = admit(updates, this.#options.gate ?? null, this.#state.settings.maxUpdateBytes);
    if (admitted === null) return this.#dispatch({ kind: 'not-understood', isFirst: !this.#view.loaded });
    for (const update of admitted.rejected) this.emit('rejected', [update]);
    if (admitted.good.length === 0) return;
    dropWaiting(this.doc, admitted.banned);
    try {
      this.emit('incoming', [admitted.good]);
    } finally {
      this.#applyAll(admitted.good);
    }
  }

  /** In one transaction, which one update is by itself. */
  #applyAll(updates: readonly Uint8Array[]): void {
    const applyEach = (): void => {
      for (const bytes of updates) applyUpdate(this.doc, bytes, this);
    };
    try {
      if (updates.length === 1) applyEach();
      else transact(this.doc, applyEach, this, false);
    } finally {
      // Observers are told when everything stands in the document: one that throws undoes nothing.
      const { pendingStructs, pendingDs } = this.doc.store;
      this.#dispatch({ kind: 'applied', pending: pendingStructs !== null || pendingDs !== null });
    }
  }

  #report(error: unknown): void {
    if (!this.#isDestroyed) this.emit('connection-error', [error, this]);
  }

  #publish(): void {
    const nowMs = this.#clock.nowMs();
    const before = this.#view;
    const view = viewOf(this.#state, nowMs, this.#store.intact);
    this.#settleFlushes();
    if (view.loaded || view.phase === 'ended' || this.#state.pulling.failures > 0) this.#settleSynced();
    this.#publishPeople(nowMs);
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

  #publishPeople(nowMs: number): void {
    if (this.#state.people === this.#peopleOf && nowMs < this.#peopleUntilMs) return;
    this.#peopleOf = this.#state.people;
    this.#peopleUntilMs = nextAbsenceMs(this.#state, nowMs);
    const people = listHere(this.#state, nowMs);
    const before = this.#people;
    if (people.length === before.length && people.every((entry, at) => entry === before[at])) return;
    this.#people = people;
    this.emit('people', [people]);
  }

  #settleFlushes(): void {
    const { outbox, saving, ended, running } = this.#state;
    const isHopeless = ended !== null || !running || saving.refused !== null;
    const hasFailed = isHopeless || (saving.failures > 0 && saving.request === null);
    const waiting = this.#flushes.splice(0);
    for (const flush of waiting) {
      if (outbox.acked >= flush.counter || outbox.items.length === 0) flush.resolve(true);
      else if (hasFailed) flush.resolve(false);
      else this.#flushes.push(flush);
    }
  }
}
