import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  isOutdated,
  lockSettings,
  readSetting,
  readShownSetting,
  writeSetting,
} from "~/core/settings/stored-setting.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { segmentsDeclared } from "./audit.server";
import { customersTab, SNAPSHOTS } from "./range";
import { type SegmentSettings, segmentSettings } from "./schemas";
import { DEFAULT_TAG } from "./segments";

const KEY = "dashboard.segments";

const settingsOf = (stored: unknown): SegmentSettings => {
  const parsed = segmentSettings.safeParse(stored);
  return parsed.success ? parsed.data : { tag: DEFAULT_TAG, segments: [] };
};

/** The tag and the segments that the account owner declared. */
export const readSegmentSettings = async (shop: string): Promise<SegmentSettings> =>
  settingsOf(await readShownSetting(shop, KEY));

/**
 * Saves the tag and the segments. Figures of earlier days stay with the tag and the definitions that they were read with.
 * @param seen what the dialog showed
 * @throws 409 when they were changed since
 */
export async function saveSegmentSettings(
  context: CallContext,
  settings: SegmentSettings,
  seen: SegmentSettings | undefined,
) {
  const { shop, administrator, clock } = context;
  const { domain } = shop;
  const before = await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    const stored = settingsOf(await readSetting(tx, domain, KEY));
    if (isOutdated(seen, stored, settings)) {
      const change = { type: shopSubject, id: domain, action: segmentsDeclared };
      throw await outdatedFormOf(tx, context, change, "the segments", "them");
    }
    await writeSetting(tx, domain, { key: KEY, value: settings }, { by: administrator.id, at: clock.now() });
    await recordAudit(tx, domain, segmentsDeclared, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: stored,
      after: settings,
      ...customersTab,
    });
    return stored;
  });
  publishChange(domain, customersTab, { list: SNAPSHOTS });
  const msg = "The segments are saved. Their figures begin with the next reading, or select Refresh.";
  return { status: true as const, msg, before, after: settings };
}
