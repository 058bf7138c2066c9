import { controlHeaders } from "./control-token.js";
import { idsIn, onRemembered, recall, remember } from "./remembered.js";
import { showFailure, showResult } from "./show-result.js";

const control = async (method, path, body) => {
  const response = await fetch(`/control/v1${path}`, {
    method,
    headers: {
      ...controlHeaders(),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const value = await response.json();
  if (!response.ok) throw new Error(value.text ?? `The sandbox returned ${response.status}.`);
  return value;
};

const newSessionId = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Starts the form of an operation, which signs and sends requests with the control API. */
export const startCallForm = () => {
  const form = document.querySelector("form.call");
  if (form === null) return;
  document.querySelector(".scriptless").hidden = true;
  form.hidden = false;
  const result = document.querySelector("#call-result");
  const tppChoice = form.elements.namedItem("tpp");

  const fillIn = () => fillFields(form, tppChoice);
  const fail = (error) => showFailure(result, error);
  // Before the fields are filled in, a request would have the wrong TPP or no headers.
  whileBusy(form, () => loadTpps(tppChoice).then(fillIn)).catch(fail);
  tppChoice.addEventListener("change", () => {
    sessionStorage.setItem("varde.reference.tpp", tppChoice.value);
    fillIn();
  });
  onRemembered(fillIn);
  form.querySelector('[data-act="make-tpp"]').addEventListener("click", async () => {
    await whileBusy(form, () => makeTpp(form, tppChoice)).catch(fail);
    fillIn();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // Removes the result of the previous request.
    result.replaceChildren();
    try {
      await whileBusy(form, () => call(form, event.submitter.value, result));
    } catch (error) {
      fail(error);
    }
    result.focus();
  });
};

/** Disables the buttons of the form while the work runs. */
const whileBusy = async (form, work) => {
  const buttons = [...form.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    return await work();
  } finally {
    for (const button of buttons) button.disabled = false;
  }
};

const call = async (form, act, result) => {
  const input = readRequest(form);
  const { tpp } = input;
  const path = act === "send" ? "/signed-requests" : "/signatures";
  const made = await control("POST", path, input);
  const body = parse(made.response?.body);
  remember(tpp ?? "", {
    "TPP-Session-ID": input.headers["TPP-Session-ID"] ?? recall(tpp ?? "")["TPP-Session-ID"],
    ...(made.response?.status < 300 && idsIn(body, form.dataset.tag)),
  });
  showResult(result, made, body);
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const loadTpps = async (choice) => {
  const { tpps } = await control("GET", "/tpps");
  const selected = sessionStorage.getItem("varde.reference.tpp") ?? "";
  choice.replaceChildren(new Option("Reference TPP", ""));
  for (const { tppId, name, kind, organisationNumber } of tpps) {
    if (name === "Reference TPP") continue;
    const title = kind === "working" ? name : `${name}, ${kind}`;
    const option = new Option(`${title} (${organisationNumber})`, tppId);
    option.dataset.organisationNumber = organisationNumber;
    choice.append(option);
  }
  choice.value = selected;
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
};

const makeTpp = async (form, choice) => {
  const name = form.elements.namedItem("newTpp.name").value.trim() || "Example TPP";
  const kind = form.elements.namedItem("newTpp.kind").value;
  const number = String(310_000_000 + Math.floor(Math.random() * 1_000_000));
  const { serialNumberHex } = await control("POST", "/tpp-certificates", {
    name,
    kind,
    organisationNumber: number,
  });
  sessionStorage.setItem("varde.reference.tpp", serialNumberHex);
  await loadTpps(choice);
  form.querySelector(".new-tpp").open = false;
};

/** Fills in the values that are known; leaves fields that the developer has edited. */
const fillFields = (form, tppChoice) => {
  const known = recall(tppChoice.value);
  const number = tppChoice.selectedOptions[0]?.dataset.organisationNumber ?? "310000018";
  const back = new URL("/docs/callback", location.href);
  back.searchParams.set("tpp", tppChoice.value);
  const fill = (name, value) => {
    const field = form.elements.namedItem(name);
    if (field === null || (field.dataset.filled ?? "") !== field.value) return;
    field.value = value ?? "";
    field.dataset.filled = field.value;
  };
  fill("header.x-accept-fix", "amount-as-string");
  fill("header.TPP-Session-ID", known["TPP-Session-ID"] || newSessionId());
  fill("header.TPP-Redirect-URI", back.href);
  fill("header.PSU-IP-Address", "192.0.2.7");
  fill("header.PSU-ID", known["PSU-ID"]);
  fill("header.PSU-Corporate-ID", known["PSU-Corporate-ID"]);
  fill("header.PSU-Context", known["PSU-ID"] ? "" : "PRIVATE");
  fill("path.tppId", `NO-FSA-${number}`);
  for (const field of form.querySelectorAll('[name^="path."]')) {
    const value = known[`${form.dataset.tag}.${field.name.slice(5)}`];
    if (value !== undefined) fill(field.name, value);
  }
};

const readRequest = (form) => {
  const fields = new FormData(form);
  const headers = {};
  const query = new URLSearchParams();
  let target = form.dataset.path;
  for (const [name, value] of fields) {
    const dot = name.indexOf(".");
    const [place, key] = [name.slice(0, dot), name.slice(dot + 1)];
    if (place === "path") target = target.replace(`{${key}}`, encodeURIComponent(value || "x"));
    if (place === "query" && value !== "") query.set(key, value);
    if (place === "header" && value !== "") headers[key] = value;
  }
  const tpp = fields.get("tpp");
  const body = fields.get("body");
  return {
    ...(tpp !== "" && { tpp }),
    method: form.dataset.method,
    target: query.size === 0 ? target : `${target}?${query}`,
    headers,
    // FormData adds carriage returns to line breaks.
    ...(body !== null && { body: body.replaceAll("\r\n", "\n") }),
    ...(fields.has("coverTarget") && { coverTarget: true }),
  };
};
