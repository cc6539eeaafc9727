// Parses PDUs with npm's open-dis: [[library, hexadecimal PDU], …] in, their objects out, as JSON.
// Its classes are found through a global, which each of its two libraries wants for itself.
const [folder] = process.argv.slice(2);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const libraries = {};
  const parsed = JSON.parse(Buffer.concat(chunks)).map(([library, hexadecimal]) => {
    if (!(library in libraries)) {
      delete globalThis.dis;
      require(`${folder}/open-dis/dist/${library}.min.js`);
      libraries[library] = globalThis.dis;
    }
    globalThis.dis = libraries[library];
    const octets = Uint8Array.from(Buffer.from(hexadecimal, "hex"));
    return new globalThis.dis.PduFactory().createPdu(octets.buffer);
  });
  process.stdout.write(JSON.stringify(parsed));
});
