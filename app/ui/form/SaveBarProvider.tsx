import { type Location, useBlocker, useLocation } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { Button, ButtonGroup, Text } from "@shopify/polaris";
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { appBridge } from "~/ui/app-bridge";
import { formatCount } from "~/ui/numbers";
import styles from "./UnsavedBar.module.css";

type Register = (id: string, form: UnsavedForm | null) => void;

const SaveBarContext = createContext<Register | null>(null);

/**
 * The one save bar of the page, shown while any form on it has unsaved changes. Save and Discard apply to all of these forms. The page
 * isn't left before they are saved, or the person agrees to lose them.
 */
export function SaveBarProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ReadonlyMap<string, UnsavedForm>>(new Map());
  // A form that was just saved may open another page before the next render.
  const latest = useRef(forms);
  const register = useCallback<Register>((id, form) => {
    if (!form && !latest.current.has(id)) return;
    const after = new Map(latest.current);
    if (form) after.set(id, form);
    else after.delete(id);
    latest.current = after;
    setForms(after);
  }, []);
  useConfirmLeaving(latest);
  const all = [...forms.values()];
  return (
    <SaveBarContext.Provider value={register}>
      {children}
      <UnsavedBar
        open={all.length > 0}
        busy={all.some(({ busy }) => busy)}
        count={all.reduce((sum, { count = 1 }) => sum + count, 0)}
        onSave={() => {
          for (const { save } of all) save();
        }}
        onDiscard={() => {
          for (const { discard } of all) discard();
        }}
      />
    </SaveBarContext.Provider>
  );
}

/**
 * Shows the page's save bar while a form has unsaved changes.
 * @throws when it is used outside the provider: a programming error
 */
export function useSaveBar(isDirty: boolean, form: UnsavedForm): void {
  const register = useContext(SaveBarContext);
  if (!register) throw new Error("useSaveBar is used outside SaveBarProvider.");
  const id = useId();
  const latest = useRef(form);
  latest.current = form;
  const { busy, asksWhileBusy, count, isLostAtOtherAddress } = form;
  useEffect(() => {
    const current: UnsavedForm = {
      busy,
      asksWhileBusy,
      count,
      isLostAtOtherAddress,
      save: () => latest.current.save(),
      discard: () => latest.current.discard(),
    };
    register(id, isDirty ? current : null);
    return () => register(id, null);
  }, [register, id, isDirty, busy, asksWhileBusy, count, isLostAtOtherAddress]);
}

interface UnsavedBarProps {
  open: boolean;
  busy: boolean;
  /** How many changes aren't saved. */
  count: number;
  onSave(): void;
  onDiscard(): void;
}

/**
 * Asks to save or to discard. In the Shopify admin that is the admin's own bar at the top, which also warns before one leaves;
 * where App Bridge does not offer it, a bar at the page's foot.
 */
function UnsavedBar({ open, busy, count, onSave, onDiscard }: UnsavedBarProps) {
  const [hasSaveBar, setHasSaveBar] = useState(false);
  useEffect(() => setHasSaveBar(customElements.get("ui-save-bar") !== undefined), []);
  if (hasSaveBar) {
    return (
      <SaveBar open={open}>
        {/* App Bridge reads `variant` and `loading` of these buttons. They aren't HTML attributes. */}
        <button {...{ variant: "primary", ...(busy && { loading: "" }) }} type="button" onClick={onSave}>
          Save
        </button>
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      </SaveBar>
    );
  }
  if (!open) return null;
  return (
    <div className={styles.bar} role="status">
      <Text as="span">{count > 1 ? `${formatCount(count)} unsaved changes` : "Unsaved changes"}</Text>
      <ButtonGroup>
        <Button onClick={onDiscard} disabled={busy}>
          Discard
        </Button>
        <Button variant="primary" onClick={onSave} loading={busy}>
          Save
        </Button>
      </ButtonGroup>
    </div>
  );
}

/**
 * Asks before another page is opened while a form has unsaved changes, and before another address of the same page where that removes
 * the form. While any of them is being saved, leaving waits for the outcome, also for another address of the same page. The admin asks, so nothing does where App Bridge couldn't be loaded.
 * The router supports one such hook at a time.
 * @param forms with unsaved changes, by their ids
 */
function useConfirmLeaving(forms: RefObject<ReadonlyMap<string, UnsavedForm>>): void {
  const { pathname, search } = useLocation();
  const unsaved = () => [...(forms.current?.values() ?? [])];
  const isUnsaved = () => unsaved().length > 0;
  const isSaving = () => unsaved().some(({ busy, asksWhileBusy }) => busy && !asksWhileBusy);
  const isOtherAddress = (next: Location) => next.pathname !== pathname || next.search !== search;
  const isLost = (next: Location) =>
    next.pathname === pathname
      ? isOtherAddress(next) && unsaved().some((form) => form.isLostAtOtherAddress)
      : isUnsaved();
  const mustAsk = (next: Location) => isLost(next) && appBridge() !== undefined;

  const blocker = useBlocker(
    ({ nextLocation }) => (isOtherAddress(nextLocation) && isSaving()) || mustAsk(nextLocation),
  );
  const asked = useRef<Location>();
  // The router says "blocked" for some renders more.
  const left = useRef<Location>();
  useEffect(() => {
    if (blocker.state !== "blocked" || left.current === blocker.location) return;
    const { location } = blocker;
    if (isSaving()) return;
    const leave = () => {
      left.current = location;
      blocker.proceed();
    };
    if (asked.current === location) {
      // They stayed, and saved or discarded the changes since.
      if (!isUnsaved()) blocker.reset();
    } else if (mustAsk(location)) {
      asked.current = location;
      // Without an answer they stay.
      void appBridge()?.saveBar.leaveConfirmation().then(leave);
    } else leave();
  });
}

/** A form, or a field outside forms, whose input differs from what is stored. */
interface UnsavedForm {
  /** Is being saved. */
  busy: boolean;
  /** Saving takes long, so leaving asks instead of waiting for it. */
  asksWhileBusy?: boolean;
  /** How many of its values aren't saved, where it counts them. */
  count?: number;
  /** Another address of the same page, such as another tab of it, removes the form. */
  isLostAtOtherAddress?: boolean;
  save(): void;
  discard(): void;
}
