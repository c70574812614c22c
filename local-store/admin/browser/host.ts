/** The script of the admin page around the app, which communicates with app-bridge.ts. */
import { AppFrame } from "./host/app-frame.ts";
import { showMenuButton } from "./host/menu.ts";

showMenuButton();
const frame = document.querySelector<HTMLIFrameElement>("iframe[data-app-origin]");
if (frame) new AppFrame(frame).start();
