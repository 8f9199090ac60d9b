/** The lines of a CSV file as objects by its first line's names. */
export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',' || letter === '\n') {
      lines[lines.length - 1]?.push(cell.replace(/\r$/, ''));
      cell = '';
      if (letter === '\n') lines.push([]);
    } else cell += letter;
  }
  const [names = [], ...rest] = lines.filter((line) => line.length > 0);
  return rest.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])));
}
