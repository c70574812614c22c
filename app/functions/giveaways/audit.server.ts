import { sql } from "drizzle-orm";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { auditSubject, INTEGER_ID } from "~/core/audit/audit-subject.server";

export const giveawaySubject = auditSubject("giveaway", {
  id: INTEGER_ID,
  find: (shop, id) => sql`SELECT json_build_object('name', g.name) FROM giveaways AS g
    WHERE g.shop = ${shop} AND g.id = ${id}`,
  parts: {
    keys: ["entry", "winners", "moved up", "moved down"],
    find: (shop, id, numbers) => sql`SELECT
      json_object_agg(e.number, concat(e.first_name, ' ', e.last_name, ' (' || e.email || ')'))
      FROM giveaway_entrants AS e
      WHERE e.shop = ${shop} AND e.giveaway_id = ${id} AND e.number = ANY(${numbers}) AND e.email IS NOT NULL`,
    nameless: "an erased entrant",
  },
  nameless: "A deleted giveaway",
  urlOf: (id) => `/giveaways/${id}`,
});

/** The audited fields of a giveaway, keyed by their form labels. */
type GiveawaySide = Record<string, string>;

export const giveawayCreated = auditAction<null, GiveawaySide>(
  "giveaway.created",
  "Created a giveaway",
  MAY_NAME_OTHERS,
);
export const giveawayChanged = auditAction<GiveawaySide, GiveawaySide>(
  "giveaway.changed",
  "Changed a giveaway",
  MAY_NAME_OTHERS,
);
export const giveawayDeleted = auditAction<null, null>(
  "giveaway.deleted",
  "Deleted a giveaway",
  MAY_NAME_OTHERS,
);
export const giveawayRestored = auditAction<null, null>(
  "giveaway.restored",
  "Restored a giveaway",
  MAY_NAME_OTHERS,
);

export const entrantRegistered = auditAction<null, { entry: number }>(
  "giveaway.registered",
  "Registered for a giveaway",
  MAY_NAME_OTHERS,
);

export const entrantWithdrew = auditAction<null, { entry: number }>(
  "giveaway.withdrawn",
  "Withdrew from a giveaway",
  MAY_NAME_OTHERS,
);

interface TicketsSide {
  entry: number;
  tickets: number;
  reason?: string;
}

export const ticketsChanged = auditAction<TicketsSide, TicketsSide>(
  "giveaway.tickets changed",
  "Changed an entrant's tickets in a giveaway",
  MAY_NAME_OTHERS,
);

interface EntrantSide {
  entry: number;
  reason: string;
}

export const entrantDisqualified = auditAction<null, EntrantSide>(
  "giveaway.entrant disqualified",
  "Disqualified an entrant of a giveaway",
  MAY_NAME_OTHERS,
);
export const entrantReinstated = auditAction<null, EntrantSide>(
  "giveaway.entrant reinstated",
  "Reinstated an entrant of a giveaway",
  MAY_NAME_OTHERS,
);

export const winnersDrawn = auditAction<
  null,
  { draw: number; entries: number; winners: string; reason: string }
>("giveaway.drawn", "Drew the winners of a giveaway", MAY_NAME_OTHERS);

/** The file by which anyone can verify a draw was created. */
export const drawFileCreated = auditAction<null, { draw: number; entries: number }>(
  "giveaway.draw file created",
  "Created the file of a draw",
);

/** An entrant's place in a draw. */
interface PlaceSide {
  draw: number;
  entry: number;
  state: string;
  reason?: string;
  "moved up"?: number | string;
  "moved down"?: number | string;
}

export const placeDeclined = auditAction<PlaceSide, PlaceSide>(
  "giveaway.place declined",
  "Recorded that a drawn entrant declined",
  MAY_NAME_OTHERS,
);
export const placeDisqualified = auditAction<PlaceSide, PlaceSide>(
  "giveaway.place disqualified",
  "Disqualified a drawn entrant of a giveaway",
  MAY_NAME_OTHERS,
);
export const placeRestored = auditAction<PlaceSide, PlaceSide>(
  "giveaway.place put back",
  "Restored a drawn entrant's place in a giveaway",
  MAY_NAME_OTHERS,
);

export const winnersNotified = auditAction<null, { draw: number; mails: number }>(
  "giveaway.winners told",
  "Emailed the winners of a giveaway",
  MAY_NAME_OTHERS,
);
