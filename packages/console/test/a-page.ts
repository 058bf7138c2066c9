// The parts of a browser's page that the state of the console uses. Import this file first: the
// source reads the address when it is loaded.

const events = new EventTarget();
let hash = "";

Object.assign(globalThis, {
  location: {
    origin: "http://sandbox.example",
    get hash(): string {
      return hash;
    },
    set hash(next: string) {
      hash = next;
      events.dispatchEvent(new Event("hashchange"));
    },
  },
  history: {
    replaceState: (_state: unknown, _title: string, address: string) => {
      hash = /#.*/.exec(address)?.[0] ?? "";
    },
  },
  addEventListener: events.addEventListener.bind(events),
});
