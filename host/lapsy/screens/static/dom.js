// Building nodes. Text goes in as text: no string of ours or of a player's is ever parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attrs, kids) {
  for (const [name, value] of Object.entries(attrs ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'style') for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else if (name === 'on') for (const [type, act] of Object.entries(value)) node.addEventListener(type, act);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return node;
}

/** An HTML element: h('p', {class: 'x', style: {left: '1rem'}, on: {click}}, 'text', node, ...). */
export const h = (tag, attrs, ...kids) => fill(document.createElement(tag), attrs, kids);

/** An SVG element, with the same arguments. */
export const s = (tag, attrs, ...kids) => fill(document.createElementNS(SVG, tag), attrs, kids);
