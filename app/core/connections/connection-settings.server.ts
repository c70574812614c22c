import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import * as setting from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { outboundAddress } from "~/platform/outbound.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { openOrRefuse, seal } from "~/platform/secrets/secrets.server";
import { type ConnectionCard, fieldsOf, secretNameOf } from "./connection-card";

/** What a connection needs to call the other system. */
export type ConnectionAccess<Field extends string = never> = Record<Field, string> & {
  baseUrl: string;
  /** The secret. In the database it is sealed. */
  key: string;
};

/** The settings without the secret, which is never returned. */
export interface ShownSettings<Field extends string = string> {
  baseUrl: string;
  fields: Record<Field, string>;
  hasSecret: boolean;
}

/**
 * Reads and saves the settings of a connection.
 * @param settingsKey under which they are stored
 * @param rules.notConfigured refuses what needs the connection, in a shop where it isn't set up
 * @param rules.check refuses values that are valid one by one, but not together
 */
export function connectionSettings<Field extends string>(
  settingsKey: string,
  card: ConnectionCard<Field>,
  { notConfigured, check }: { notConfigured: string; check?(fields: Record<Field, string>): void },
) {
  const fields = fieldsOf(card);
  const secretName = secretNameOf(card);
  const unreadable = `The stored ${secretName} for ${card.title} can't be read any longer. The account owner enters it again on Settings.`;

  async function stored(tx: ShopTransaction, shop: string): Promise<ConnectionAccess<Field> | null> {
    const settings = (await setting.readSetting(tx, shop, settingsKey)) as
      | ConnectionAccess<Field>
      | undefined;
    return settings ?? null;
  }

  const shown = (found: ConnectionAccess<Field> | null): ShownSettings<Field> => ({
    baseUrl: found?.baseUrl ?? "",
    fields: Object.fromEntries(
      fields.map(({ name, initial = "" }) => [name, found?.[name] ?? initial]),
    ) as Record<Field, string>,
    hasSecret: found !== null,
  });

  return {
    /** Where the secret is stored. */
    sealedColumn: setting.sealedSetting(settingsKey, "key"),

    /** What the account owner sees. */
    async read(shop: string): Promise<ShownSettings<Field>> {
      return shown(await withShop(shop, (tx) => stored(tx, shop)));
    },

    /** Whether the connection is set up in this shop. */
    isConfigured: async (tx: ShopTransaction, shop: string): Promise<boolean> =>
      (await stored(tx, shop)) !== null,

    /** The settings with the secret. @throws 409 when the owner hasn't set it up, or the secret can't be decrypted */
    async access(shop: string): Promise<ConnectionAccess<Field>> {
      const found = await withShop(shop, (tx) => stored(tx, shop));
      if (!found) throw conflict(notConfigured);
      // A field that is newer than the settings has its initial value.
      return { ...shown(found).fields, ...found, key: openOrRefuse(found.key, unreadable) };
    },

    /**
     * Saves the settings. A field that is left out keeps its value. An empty address turns the connection off and deletes the secret. Without a new secret the stored one stays,
     * but only for the same address: a secret is never sent to another host.
     * @param seen the settings that the change was made from
     * @throws 400 for an address that isn't allowed, or if the secret, its address or a field is missing, 409 when other settings are
     * stored
     */
    async save(
      { shop, administrator, clock }: CallContext,
      input: { baseUrl: string; key: string; fields: Record<Field, string> },
      seen?: ShownSettings<Field>,
    ): Promise<ShownSettings<Field> & { changed: boolean }> {
      const { key } = input;
      const baseUrl = input.baseUrl
        ? outboundAddress(input.baseUrl, "base_url").href.replace(/\/+$/, "")
        : "";
      const initial = shown(null).fields;
      const missing = baseUrl && fields.find(({ name }) => !{ ...initial, ...input.fields }[name]);
      if (missing)
        throw badRequest(`Enter a value for "${missing.label}".`, { [missing.name]: "is required" });
      if (key && !baseUrl)
        throw badRequest(`Enter the address of ${card.title}, too.`, { base_url: "is required" });
      const saved = await withShop(shop.domain, async (tx) => {
        await setting.lockSettings(tx, shop.domain);
        const before = await stored(tx, shop.domain);
        const values = { ...shown(before).fields, ...input.fields };
        check?.(values);
        const wanted = baseUrl ? { baseUrl, fields: values, hasSecret: true } : shown(null);
        if (setting.isOutdated(seen, shown(before), wanted))
          throw await setting.outdatedSettingOf(
            tx,
            { shop, administrator },
            { key: card.title },
            `the settings of ${card.title}`,
            "them",
          );
        if (baseUrl && !key && !before)
          throw badRequest(`Enter the ${secretName} for ${card.title}.`, {
            [card.secret.name]: "is required",
          });
        if (baseUrl && !key && before?.baseUrl !== baseUrl)
          throw badRequest(
            `Enter the ${secretName} for ${card.title} again. A stored ${secretName} is never sent to a new address.`,
            { [card.secret.name]: "is required for this address" },
          );
        const isSame = fields.every(({ name }) => shown(before).fields[name] === values[name]);
        if ((before?.baseUrl ?? "") === baseUrl && !key && (isSame || !baseUrl))
          return { ...shown(before), changed: false };
        const next = baseUrl ? { ...values, baseUrl, key: key ? seal(key) : (before?.key ?? "") } : null;
        const change = { by: administrator.id, at: clock.now() };
        if (next) await setting.writeSetting(tx, shop.domain, { key: settingsKey, value: next }, change);
        else await setting.deleteSetting(tx, shop.domain, settingsKey);
        const inWords = (value: ConnectionAccess<Field> | null) =>
          value ? [value.baseUrl, ...fields.map(({ name }) => shown(value).fields[name])].join(", ") : "";
        await recordAudit(tx, shop.domain, setting.settingChanged, {
          actor: administrator,
          subject: { type: shopSubject, id: shop.domain },
          before: { key: card.title, value: inWords(before) },
          after: {
            key: card.title,
            value: key && next ? `${inWords(next)} (new ${secretName})` : inWords(next),
          },
        });
        return { ...shown(next), changed: true };
      });
      if (saved.changed) publishChange(shop.domain, "owner", { list: "settings" });
      return saved;
    },
  };
}
