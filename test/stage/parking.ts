import { pino } from 'pino';
import type { Remember } from '../../src/access/idempotency/remember.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { createSimulatedGateway } from '../../src/money/payments/simulated-gateway.ts';
import { cancelHold } from '../../src/parking/holds/cancel-hold.ts';
import type { Hold } from '../../src/parking/holds/hold.ts';
import type { PaymentGateway } from '../../src/parking/payments/gateway.ts';
import { activateHold } from '../../src/parking/reservations/activate-hold.ts';
import { startSession } from '../../src/parking/reservations/start-session.ts';
import { cancelUnauthorized } from '../../src/parking/sessions/authorization/cancel-unauthorized.ts';
import { releaseIntents } from '../../src/parking/sessions/authorization/release-intents.ts';
import { closeSessions } from '../../src/parking/sessions/close-sessions.ts';
import { endSession } from '../../src/parking/sessions/end-session.ts';
import { extendSession } from '../../src/parking/sessions/extend-session.ts';
import type { SessionRequest } from '../../src/parking/sessions/new-session.ts';
import type { Session } from '../../src/parking/sessions/session.ts';
import { sealed } from '../plates.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { addCaller, addLot, type LotColumns } from './fixtures.ts';
import { CONTEXT, type HoldWish, placeHold } from './place-hold.ts';
import { tablesWith } from './records.ts';

const log = pino({ level: 'silent' });

export type Parking = Awaited<ReturnType<typeof openParking>>;

/** Lots, stays and holds made by the core, in a database of their own unless given. */
export async function openParking(house?: TestDatabase) {
  const database = house ?? (await openTestDatabase());
  const { db } = database;
  const caller = await addCaller(database);
  const payments = createSimulatedGateway(db);
  let lastPlate = 0;
  const newPlate = () => `P${String(++lastPlate).padStart(6, '0')}`;

  const deps = (gateway: Partial<PaymentGateway> = {}) => ({
    db,
    payments: { ...payments, ...gateway },
    log,
  });

  const hold = (lotId: string, wish: HoldWish = {}) => placeHold(db, caller, lotId, wish);

  return {
    database,
    /** With the rights of the API, which are used here unless another connection is given. */
    db,
    /** With the rights of the pipelines. */
    pipelines: database.pipelines,
    caller,
    payments,
    /** Dependencies for functions of the core, with some of the processor's answers replaced. */
    deps,
    newPlate,
    addLot: (more: Partial<LotColumns> = {}) =>
      addLot(database, { operator_id: caller.operatorId, ...more }),

    async park(
      lotId: string,
      more: Partial<SessionRequest> & { as?: Principal } = {},
    ): Promise<Session> {
      const { as = caller, ...wish } = more;
      const request = {
        lotId,
        plate: newPlate(),
        vehicle: { isAutonomous: false, fleetId: null, vin: null },
        agent: null,
        driverEmail: null,
        metadata: {},
        ...wish,
      };
      return (await startSession(deps(), as, request, CONTEXT)).session;
    },

    async end(
      session: Pick<Session, 'sessionId'>,
      more: { as?: Principal; gateway?: Partial<PaymentGateway> } = {},
    ): Promise<Session> {
      const request = { sessionId: session.sessionId, sessionCode: null };
      return endSession(deps(more.gateway), more.as ?? caller, request, CONTEXT);
    },

    extend(
      session: Pick<Session, 'sessionId'>,
      minutes: number,
      more: { as?: Principal; sessionCode?: string; remember?: Remember<Session> } = {},
    ) {
      const { sessionId } = session;
      return extendSession(
        { db, payments },
        more.as ?? caller,
        { sessionId, sessionCode: more.sessionCode ?? null, minutes, field: 'extend_minutes' },
        { ...CONTEXT, remember: more.remember },
      );
    },

    /** The placed hold, or why it could not be placed. */
    hold,

    /** The placed hold; throws when it could not be placed. */
    async held(lotId: string, wish: HoldWish = {}): Promise<Hold> {
      const outcome = await hold(lotId, wish);
      if (typeof outcome === 'string') throw new Error(`expected a hold, not ${outcome}`);
      return outcome;
    },

    async activate(
      hold: Pick<Hold, 'holdId'>,
      plate?: string,
      as: Principal = caller,
    ): Promise<Session> {
      const arrival = { plate: plate ?? newPlate() };
      const created = await activateHold(
        deps(),
        as,
        hold.holdId,
        { ...arrival, agent: null, driverEmail: null },
        CONTEXT,
      );
      return created.session;
    },

    cancel: (hold: Pick<Hold, 'holdId'>) => cancelHold(db, caller, hold.holdId, CONTEXT),

    /** The job of the pipelines for overdue stays. */
    expire: (gateway: Partial<PaymentGateway> = {}) =>
      closeSessions({
        db: database.pipelines,
        payments: { ...createSimulatedGateway(database.pipelines), ...gateway },
        log: pino({ level: 'silent' }),
      }),

    /** The job of the pipelines for stays that nobody has authorised in time. */
    cancelUnauthorized: (gateway: Partial<PaymentGateway> = {}) =>
      cancelUnauthorized({
        db: database.pipelines,
        payments: { ...createSimulatedGateway(database.pipelines), ...gateway },
        log: pino({ level: 'silent' }),
      }),

    /** The job of the pipelines for payments that pay no stay. */
    releaseIntents: (gateway: Partial<PaymentGateway> = {}) =>
      releaseIntents({
        db: database.pipelines,
        payments: { ...createSimulatedGateway(database.pipelines), ...gateway },
        log: pino({ level: 'silent' }),
      }),

    /** Lets time pass: moves all stored instants back by this much. */
    async passMinutes(minutes: number): Promise<void> {
      const passed = [minutes * 60];
      await database.sql(
        `update sessions set started_at = started_at - make_interval(secs => $1),
           expected_end = expected_end - make_interval(secs => $1),
           ended_at = ended_at - make_interval(secs => $1),
           created_at = created_at - make_interval(secs => $1),
           authorize_by = authorize_by - make_interval(secs => $1)`,
        passed,
      );
      await database.sql(
        'update spare_intents set authorize_by = authorize_by - make_interval(secs => $1)',
        passed,
      );
      await database.sql(
        `update holds set starts_at = starts_at - make_interval(secs => $1),
           ends_at = ends_at - make_interval(secs => $1),
           expires_at = expires_at - make_interval(secs => $1),
           canceled_at = canceled_at - make_interval(secs => $1),
           created_at = created_at - make_interval(secs => $1)`,
        passed,
      );
      // Triggers would take this for a new count.
      await database.sql(
        `set local session_replication_role = replica;
         update lots set reported_at = reported_at - interval '${minutes} minutes',
           occupancy_due_at = occupancy_due_at - interval '${minutes} minutes'`,
      );
    },

    async lot(lotId: string) {
      const [row] = await database.sql<{
        taken_spaces: number;
        held_spaces: number;
        free_labels: string[];
      }>('select taken_spaces, held_spaces, free_labels from lots where lot_id = $1', [lotId]);
      if (row === undefined) throw new Error('no such lot');
      return row;
    },

    /** The tables that contain this text in any row, as it is or as a sealed plate. */
    tablesWith: (text: string, forms = [text, sealed(text)]) => tablesWith(database.sql, forms),

    async stored(session: Pick<Session, 'sessionId'>) {
      const [row] = await database.sql<Record<string, unknown>>(
        `select status, started_at, expected_end, ended_at, extended_count, extended_minutes,
           estimated_minor::integer, subtotal_minor::integer,
           (select amount_minor::integer from simulated_captures
            where payment_intent_id = sessions.payment_intent_id) as captured_minor,
           (select array_agg(action order by audit_id) from audit_log
            where entity_id = session_id) as actions,
           (select array_agg(type order by type) from events
            where entity_id = session_id) as events
         from sessions where session_id = $1`,
        [session.sessionId],
      );
      return row ?? {};
    },
  };
}

/** The outcomes of concurrent calls: how many succeeded, and why the others were refused. */
export async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const refusals = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason.details?.reason ?? one.reason] : [],
  );
  return { succeeded: settled.length - refusals.length, refusals };
}
