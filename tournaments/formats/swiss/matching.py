"""Lightest perfect matching: everybody has a partner, and the costs of all pairs add up to the least.

The primal-dual algorithm of Edmonds (1965) with the alternating trees grown one at a time, as a shortest-path
search ordered by a heap: the first partner found is the cheapest change to what is matched so far. The graph
may be sparse. The prices that remain prove the answer: where no pair left out would have less than nothing to
spare, no matching that uses such pairs is lighter.

Prices: each vertex has one, and each blossom (an odd set that is treated as one vertex) adds its own to the
pairs inside it. A pair has its cost to spare, less the prices of the two, plus those of the blossoms around
both. That is never less than nothing; for matched pairs, and those that hold a blossom together, it is
nothing. Costs are doubled inside, which keeps every price a whole number.
"""

from collections.abc import Mapping
from enum import Enum, auto
from heapq import heappop, heappush


class Unmatchable(Exception):
    """The graph has no perfect matching."""


class _Label(Enum):
    NONE = auto()
    OUTER = auto()  # an even way from the root: its price rises
    INNER = auto()  # an odd way: its price falls


_NONE, _OUTER, _INNER = _Label.NONE, _Label.OUTER, _Label.INNER

Edge = tuple[int, int]


class Vertex:
    """A vertex, or a blossom: an odd cycle of nodes.

    children, edges: of a blossom the cycle, the child with the base first; edges[i] leads from children[i] to
    the next. base: the vertex whose partner is outside. price: of a blossom. since: when it was labelled.
    edge: by which the tree reached it, (vertex of the tree, vertex of this node).
    """

    __slots__ = ("base", "children", "edge", "edges", "label", "leaves", "parent", "price", "since")

    def __init__(
        self, base: int, leaves: list[int], children: "list[Vertex]", edges: list[Edge], since: int = 0
    ) -> None:
        self.base = base
        self.leaves = leaves
        self.children = children
        self.edges = edges
        self.since = since
        self.price = 0
        self.parent: Vertex | None = None
        self.label = _NONE
        self.edge: Edge | None = None


class Matching:
    """The lightest perfect matching of the vertices 0 to size - 1 along `costs`.

    costs: whole numbers by pair (lower vertex, higher vertex). partners: the vertex each is matched with.
    Raises Unmatchable.
    """

    def __init__(self, size: int, costs: Mapping[Edge, int]) -> None:
        self.partners = [-1] * size
        self._near: list[list[Edge]] = [[] for _ in range(size)]
        for (one, two), cost in costs.items():
            self._near[one].append((two, 2 * cost))
            self._near[two].append((one, 2 * cost))
        self._leaf = [Vertex(vertex, [vertex], [], []) for vertex in range(size)]
        self._top = list(self._leaf)
        self._begin_matching()
        for vertex in range(size):
            if self.partners[vertex] < 0:
                self._search_from(vertex)

    @property
    def vertex_prices(self) -> list[int]:
        """Of the vertices, in halves of a cost."""
        return self._price

    @property
    def outermost_blossoms(self) -> list[Vertex]:
        """The blossoms that are in no other, and the vertices in none; prices are in halves of a cost."""
        return [self._top[vertex] for vertex in range(len(self._top)) if self._top[vertex].base == vertex]

    # -- The start: prices as high as they can be one after the other, and pairs with nothing to spare

    def _begin_matching(self) -> None:
        if any(not near for near in self._near):
            raise Unmatchable
        self._price = [min(cost for _, cost in near) // 2 for near in self._near]
        for vertex, near in enumerate(self._near):
            spare, other = min(
                (cost - self._price[other], self.partners[other] >= 0, other) for other, cost in near
            )[::2]
            if self.partners[vertex] < 0:
                self._price[vertex] = spare
                if self.partners[other] < 0:
                    self.partners[vertex], self.partners[other] = other, vertex

    # -- One search: from a vertex without a partner to the next one

    def _search_from(self, root: int) -> None:
        self._now = 0
        self._events: list[tuple[int, int, int, int]] = []
        self._tree: list[Vertex] = []
        self._falling: list[Vertex] = []
        self._reach_outer(self._top[root], None)
        while self._events:
            self._now, one, two, cost = heappop(self._events)
            if one < 0:
                self._open_blossom(self._falling[two])
                continue
            top_one, top_two = self._top[one], self._top[two]
            # What was foreseen may have been overtaken; then it was foreseen anew.
            if (
                top_one is top_two
                or top_two.label is _INNER
                or cost != self._price_now(one) + self._price_now(two)
            ):
                continue
            if top_two.label is _OUTER:
                self._shrink_cycle(one, two)
            elif self.partners[top_two.base] < 0:
                self._augment_path(one, two)
                self._finish_search()
                return
            else:
                self._reach_inner(top_two, (one, two))
                base = top_two.base
                self._reach_outer(self._top[self.partners[base]], (base, self.partners[base]))
        raise Unmatchable

    def _price_now(self, vertex: int) -> int:
        """The price of a vertex now, not of an inner one; stored is what it was when it was labelled."""
        top = self._top[vertex]
        if top.label is _OUTER:
            return self._price[vertex] + self._now - top.since
        return self._price[vertex]

    def _reach_outer(self, node: Vertex, edge: Edge | None) -> None:
        node.label, node.since, node.edge = _OUTER, self._now, edge
        self._tree.append(node)
        for vertex in node.leaves:
            self._foresee_pairs(vertex)

    def _reach_inner(self, node: Vertex, edge: Edge) -> None:
        node.label, node.since, node.edge = _INNER, self._now, edge
        self._tree.append(node)
        if node.children:
            heappush(self._events, (self._now + node.price // 2, -1, len(self._falling), 0))
            self._falling.append(node)

    def _foresee_pairs(self, vertex: int) -> None:
        """When pairs of an outer vertex will have nothing to spare."""
        tops, prices, events = self._top, self._price, self._events
        mine = tops[vertex]
        left = mine.since - prices[vertex]
        for other, cost in self._near[vertex]:
            top = tops[other]
            if top.label is _NONE:
                heappush(events, (left + cost - prices[other], vertex, other, cost))
            elif top.label is _OUTER and top is not mine:
                # Both prices rise: twice as fast.
                when = (left + cost - prices[other] + top.since) // 2
                heappush(events, (when, vertex, other, cost))

    def _settle_prices(self, node: Vertex) -> None:
        """Store prices as they are now."""
        passed = self._now - node.since
        if node.label is _INNER:
            passed = -passed
        if node.label is not _NONE and passed:
            for vertex in node.leaves:
                self._price[vertex] += passed
            if node.children:
                node.price += 2 * passed
        node.since = self._now

    # -- Blossoms

    def _shrink_cycle(self, one: int, two: int) -> None:
        """Make one outer node of the cycle that the pair closes in the tree."""
        apex = self._meeting_node(self._top[one], self._top[two])
        children, edges = [apex], []
        for node, edge in reversed(self._climb_to(self._top[one], apex)):
            edges.append(edge)
            children.append(node)
        edges.append((one, two))
        for node, (above, below) in self._climb_to(self._top[two], apex):
            children.append(node)
            edges.append((below, above))
        for child in children:
            self._settle_prices(child)
        leaves = [vertex for child in children for vertex in child.leaves]
        blossom = Vertex(apex.base, leaves, children, edges, self._now)
        blossom.label, blossom.edge = _OUTER, apex.edge
        self._tree.append(blossom)
        for vertex in leaves:
            self._top[vertex] = blossom
        for child in children:
            child.parent = blossom
        for child in children:
            if child.label is _INNER:
                for vertex in child.leaves:
                    self._foresee_pairs(vertex)

    def _node_above(self, node: Vertex) -> Vertex | None:
        return None if node.edge is None else self._top[node.edge[0]]

    def _meeting_node(self, one: Vertex, two: Vertex) -> Vertex:
        """The first node that is on both ways to the root."""
        seen: set[Vertex] = set()
        here: Vertex | None = one
        there: Vertex | None = two
        while True:
            if here is not None:
                if here in seen:
                    return here
                seen.add(here)
                inner = self._node_above(here)
                here = inner and self._node_above(inner)
            here, there = there, here

    def _climb_to(self, node: Vertex, apex: Vertex) -> list[tuple[Vertex, Edge]]:
        """The nodes from one up to below another, each with the edge that leads down to it."""
        way = []
        while node is not apex:
            assert node.edge is not None
            way.append((node, node.edge))
            node = self._top[node.edge[0]]
        return way

    def _open_blossom(self, blossom: Vertex) -> None:
        """Replace an inner blossom whose price has fallen to nothing by the nodes it was made of."""
        if blossom.label is not _INNER or blossom.parent is not None:
            return
        self._settle_prices(blossom)
        assert blossom.edge is not None
        children, edges, count = blossom.children, blossom.edges, len(blossom.children)
        entered = self._child_of(blossom, blossom.edge[1])
        self._dissolve_blossom(blossom)
        # From where the tree came in, the even way round the cycle to the base joins the tree.
        at, edge = entered, blossom.edge
        inside = {at}
        while at:
            self._reach_inner(children[at], edge)
            if entered % 2:
                steps = [edges[at], edges[at + 1]]
                between, at = at + 1, (at + 2) % count
            else:
                steps = [edges[at - 1][::-1], edges[at - 2][::-1]]
                between, at = at - 1, at - 2
            self._reach_outer(children[between], steps[0])
            edge = steps[1]
            inside |= {between, at}
        self._reach_inner(children[0], edge)
        for number, child in enumerate(children):
            if number not in inside:
                for vertex in child.leaves:
                    self._foresee_from_outer(vertex)

    def _foresee_from_outer(self, vertex: int) -> None:
        for other, cost in self._near[vertex]:
            if self._top[other].label is _OUTER:
                spare = cost - self._price_now(other) - self._price[vertex]
                heappush(self._events, (self._now + spare, other, vertex, cost))

    def _child_of(self, blossom: Vertex, vertex: int) -> int:
        """Which child of a blossom a vertex is in."""
        node = self._leaf[vertex]
        while node.parent is not blossom:
            assert node.parent is not None
            node = node.parent
        return blossom.children.index(node)

    def _dissolve_blossom(self, blossom: Vertex) -> None:
        blossom.label = _NONE
        for child in blossom.children:
            child.parent, child.label, child.since = None, _NONE, self._now
            for vertex in child.leaves:
                self._top[vertex] = child

    # -- The end of a search

    def _augment_path(self, outer: int, free: int) -> None:
        """Match the pair and change partners all the way back to the root."""
        here, there = outer, free
        self._rebase_node(self._top[free], free)
        self.partners[free] = outer
        while True:
            node = self._top[here]
            edge = node.edge
            self._rebase_node(node, here)
            self.partners[here] = there
            if edge is None:
                return
            inner = self._top[edge[0]]
            assert inner.edge is not None
            here, there = inner.edge
            self._rebase_node(inner, there)
            self.partners[there] = here

    def _rebase_node(self, node: Vertex, vertex: int) -> None:
        """Make `vertex` the one whose partner is outside; inside, change partners along the cycles."""
        waiting = [(node, vertex)]
        while waiting:
            node, vertex = waiting.pop()
            if node.base == vertex:
                continue
            children, edges = node.children, node.edges
            count, at = len(children), self._child_of(node, vertex)
            waiting.append((children[at], vertex))
            for first in range(at + 1, count, 2) if at % 2 else range(0, at, 2):
                one, two = edges[first]
                waiting += [(children[first], one), (children[(first + 1) % count], two)]
                self.partners[one], self.partners[two] = two, one
            node.children = children[at:] + children[:at]
            node.edges = edges[at:] + edges[:at]
            node.base = vertex

    def _finish_search(self) -> None:
        """Store prices, take labels off, and open the blossoms that cost nothing."""
        for node in self._tree:
            if node.parent is None and node.label is not _NONE:
                self._settle_prices(node)
                node.label = _NONE
        waiting = list(self._tree)
        while waiting:
            node = waiting.pop()
            node.label = _NONE
            is_outermost = self._top[node.leaves[0]] is node
            if is_outermost and node.children and not node.price:
                self._dissolve_blossom(node)
                waiting += node.children
