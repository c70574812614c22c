import type { CallContext } from "~/core/context.server";
import {
  type FilterChoiceKind,
  readFilterChoices,
  readFilterPeople,
  readFilterPromotions,
  readFilterReasons,
} from "~/domain/submissions/filter-options.server";
import { readDenyReasons, readHoldReasons, readReviewers } from "~/domain/submissions/read-options.server";
import { readShop } from "~/platform/db/read-shop.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";

const answer = <Row>(list: Row[]) => ({ status: true as const, msg: "", list });

/** Puts values into a look-up list, numbered from 1. */
export const optionsOf = <Key extends string, Value extends string>(key: Key, values: readonly Value[]) =>
  answer(values.map((value, index) => ({ id: index + 1, ...({ [key]: value } as Record<Key, Value>) })));

const read = async <Row>({ shop }: CallContext, work: (tx: ShopTransaction) => Promise<Row[]>) =>
  answer(await withShop(shop.domain, work));

/** A look-up list of the advanced filters. */
export async function readChoiceOptions<Key extends string>(
  context: CallContext,
  key: Key,
  kind: FilterChoiceKind,
) {
  const { values, isComplete } = await readShop(context.shop.domain, (tx) => readFilterChoices(tx, kind));
  return { ...optionsOf(key, values), isComplete };
}

/** The promotions of the advanced filters. */
export const readPromotionOptions = async (context: CallContext) =>
  answer(await readShop(context.shop.domain, readFilterPromotions));

export async function readPeopleOptions(context: CallContext) {
  return answer(await readShop(context.shop.domain, readFilterPeople));
}

export async function readReasonOptions(context: CallContext) {
  return answer(await readShop(context.shop.domain, readFilterReasons));
}

export const readReviewerOptions = (context: CallContext) => read(context, readReviewers);

export const readDenyOptions = (context: CallContext) => read(context, (tx) => readDenyReasons(tx, false));

export const readLoyaltyDenyOptions = (context: CallContext) =>
  read(context, (tx) => readDenyReasons(tx, true));

export const readHoldOptions = (context: CallContext) => read(context, readHoldReasons);
