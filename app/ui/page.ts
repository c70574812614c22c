/** What each page's route exports besides its loader, its action and itself: `export { clientAction, shouldRevalidate } from "~/ui/page"`. */
export {
  keepWhenOffline as clientAction,
  refreshUnlessOffline as shouldRevalidate,
} from "./keep-when-offline";
