export const help = `varde: a Norwegian PSD2 bank on your machine

Usage
  varde start        start the sandbox bank

Settings, from the environment
  PORT               port for http                        8080
  HTTPS_PORT         port for https, or off               8443
  HOST               address to listen on                 127.0.0.1
  VARDE_DATA         folder for data, keys and log        .varde
  DATABASE_URL       PostgreSQL in place of SQLite        postgres://…
  VARDE_TRUST        certificates taken: any, sandbox-ca  any on loopback, else sandbox-ca
  VARDE_LOG          log to: file, stdout, nowhere        file
  VARDE_CONTROL_TOKEN  opens the control API beyond this machine

Examples
  varde start
  PORT=9000 VARDE_DATA=/tmp/bank varde start
  DATABASE_URL=postgres://varde@localhost/varde varde start
`;
