#!/usr/bin/env python3
"""Numbers of PyTorch that tests/nn_train/test_pytorch.c compares the learner with.

Builds a small network with one of each kind of layer that convolutional networks of
KataGo have, writes it in KataGo's format (net.bin.gz) and, computed in double: a batch
with targets, the answers, the loss, its gradient, and ten steps of AdamW (numbers.bin).
The losses are written down here once more from nn_train/loss.h.

Run it in its folder; PyTorch 1.13 wrote the files that are there.  A record of
numbers.bin is a line "NAME COUNT" and COUNT floats, little-endian.
"""
import gzip
import math

import torch
import torch.nn.functional as F

torch.manual_seed(13)
torch.set_default_dtype(torch.float64)
SIZE, ROWS, STEPS, RATE, DECAY, CLIP = 5, 4, 10, 0.003, 0.02, 1.0
WEIGHTS = {"policy": 1, "value": 0.3, "score": 0.02, "lead": 0.005, "ownership": 0.5}


def single(x):
    """Rounded to a float, as files have it."""
    return x.to(torch.float32).to(torch.float64)


class Writer:
    """The file as it grows; `blocks` has for each block of numbers in it the parameter and
    how its numbers are ordered in the file, or None where it is not learned."""

    def __init__(self):
        self.file, self.blocks, self.products = bytearray(), [], []

    def words(self, *words):
        self.file += ("\n".join(str(w) for w in words) + "\n").encode()

    def numbers(self, values):
        self.file += b"@BIN@" + floats(values) + b"\n"

    def learned(self, value, order=lambda t: t):
        parameter = single(value).requires_grad_()
        self.numbers(order(parameter))
        self.blocks.append((parameter, order))
        return parameter

    def fixed(self, value):
        self.numbers(value)
        self.blocks.append(None)

    def conv(self, side, inputs, outputs):
        self.words("conv", side, side, inputs, outputs, 1, 1)
        scale = math.sqrt(1.5 / (side * side * inputs))
        w = self.learned(torch.randn(outputs, inputs, side, side) * scale,
                         lambda t: t.permute(2, 3, 1, 0))
        self.products.append(w)
        return lambda x: F.conv2d(x, w, padding=side // 2)

    def matrix(self, inputs, outputs):
        self.words("matrix", inputs, outputs)
        w = self.learned(torch.randn(outputs, inputs) / math.sqrt(inputs), lambda t: t.t())
        self.products.append(w)
        return lambda x: x @ w.t()

    def bias(self, channels):
        self.words("bias", channels)
        b = self.learned(torch.randn(channels) * 0.2)
        return lambda x: x + b

    def activation(self, kind):
        self.words("activation", "ACTIVATION_" + kind)
        return {"MISH": F.mish, "RELU": F.relu, "SILU": F.silu}[kind]

    def norm(self, channels, kind="MISH"):
        self.words("norm", channels, "1e-20", 1, 1)
        self.fixed(torch.zeros(channels))
        self.fixed(torch.ones(channels))
        scale = self.learned(1 + 0.2 * torch.randn(channels))
        shift = self.learned(0.2 * torch.randn(channels))
        act = self.activation(kind)
        return lambda x, mask: mask * act(x * scale[:, None, None] + shift[:, None, None])


def floats(values):
    return values.detach().to(torch.float32).contiguous().numpy().astype("<f4").tobytes()


# ---- layers of several records ----


def pooled(x, mask, largest):
    area = mask.sum((1, 2, 3))[:, None]
    mean, wide = (x * mask).sum((2, 3)) / area, torch.sqrt(area) - 14
    most = (x - 1e9 * (1 - mask)).amax((2, 3))
    return torch.cat([mean, mean * wide * 0.1,
                      most if largest else mean * (wide * wide * 0.01 - 0.1)], 1)


def conv_pooling(w, side, inputs, regular, pool, kind="MISH"):
    """Gives the sum of the regular channels and the pooled ones, and what was pooled."""
    r, g = w.conv(side, inputs, regular), w.conv(side, inputs, pool)
    norm, matrix = w.norm(pool, kind), w.matrix(3 * pool, regular)

    def run(x, mask):
        p = pooled(norm(g(x), mask), mask, True)
        return r(x) + matrix(p)[:, :, None, None], p
    return run


def ordinary(w, c, kind="MISH"):
    w.words("ordinary_block", "block")
    n1, c1, n2, c2 = w.norm(c, kind), w.conv(3, c, c), w.norm(c, kind), w.conv(3, c, c)
    return lambda x, mask: x + c2(n2(c1(n1(x, mask)), mask))


def pooling(w, c, kind="MISH"):
    w.words("gpool_block", "block")
    n1, both = w.norm(c, kind), conv_pooling(w, 3, c, c - 2, 2, kind)
    n2, last = w.norm(c - 2, kind), w.conv(3, c - 2, c)
    return lambda x, mask: x + last(n2(both(n1(x, mask), mask)[0], mask))


def nested(w, c, narrow):
    w.words("nested_bottleneck_block", "block", 2)
    n1, down = w.norm(c), w.conv(1, c, narrow)
    inner = [ordinary(w, narrow, "SILU"), ordinary(w, narrow)]
    n2, up = w.norm(narrow), w.conv(1, narrow, c)

    def run(x, mask):
        h = down(n1(x, mask))
        for block in inner:
            h = block(h, mask)
        return x + up(n2(h, mask))
    return run


def network(w, c=6, narrow=4, width=4):
    w.words("pytorch", 14, 22, 19, 20, 20, 20, 20, 40, 0.25, 30)
    w.words("trunk", 3, c, c, c - 2, 0, 2)
    first, globals_in = w.conv(3, 22, c), w.matrix(19, c)
    blocks = [ordinary(w, c), pooling(w, c, "RELU"), nested(w, c, narrow)]
    tip = w.norm(c)
    w.words("policy")
    both = conv_pooling(w, 1, c, width, width)
    norm, last, passing = w.norm(width), w.conv(1, width, 2), w.matrix(3 * width, 2)
    w.words("value")
    v1, vn, h1, b1 = w.conv(1, c, width), w.norm(width), w.matrix(3 * width, width), w.bias(width)
    act = w.activation("MISH")
    value, vb, score, sb = w.matrix(width, 3), w.bias(3), w.matrix(width, 6), w.bias(6)
    owner = w.conv(1, width, 1)

    def run(planes, glob, mask):
        x = first(planes) + globals_in(glob)[:, :, None, None]
        for block in blocks:
            x = block(x, mask)
        x = tip(x, mask)
        p, g = both(x, mask)
        v = vn(v1(x), mask)
        h = act(b1(h1(pooled(v, mask, False))))
        return {"policy": last(norm(p, mask)) * mask, "pass": passing(g), "value": vb(value(h)),
                "score": sb(score(h)), "ownership": owner(v) * mask}
    return run


# ---- the batch and its loss ----


def batch():
    b = {"mask": torch.ones(ROWS, 1, SIZE, SIZE)}
    b["mask"][1, :, 4:, :] = b["mask"][1, :, :, 4:] = 0
    b["planes"] = (torch.rand(ROWS, 22, SIZE, SIZE) < 0.3).double() * b["mask"]
    b["globals"] = single(torch.randn(ROWS, 19))
    b["move"] = torch.tensor([7., 25., 12., 0.])  # 25: a pass
    b["value_target"] = torch.tensor([[1., 0, 0], [0, 1, 0], [0.5, 0.5, 0], [0, 1, 0]])
    b["score_target"] = torch.tensor([3.5, -30.5, 0.5, 2])
    b["knows_score"] = torch.tensor([1., 1, 1, 0])
    b["owner_target"] = torch.randint(-1, 2, (ROWS, 1, SIZE, SIZE)).double() * b["mask"]
    b["knows_owner"] = torch.tensor([1., 1, 0, 0])
    return b


def loss_of(out, b):
    points = out["policy"][:, 0] - 1e9 * (1 - b["mask"][:, 0])
    logits = torch.cat([points.reshape(ROWS, -1), out["pass"][:, :1]], 1)
    policy = F.cross_entropy(logits, b["move"].long(), reduction="none")
    value = -(b["value_target"] * F.log_softmax(out["value"], 1)).sum(1)
    mean, lead = 20 * out["score"][:, 0], 20 * out["score"][:, 2]
    told = 20 * F.softplus(out["score"][:, 1])
    least = torch.clamp(told, min=0.5).detach()
    leads_back = (told > 0.5) | (torch.abs(mean - b["score_target"]) > least)
    deviation = torch.where(leads_back, told + (least - told).detach(), least)
    density = ((mean - b["score_target"]) / deviation) ** 2 / 2 + torch.log(deviation)
    huber = F.huber_loss(lead, b["score_target"], delta=8.0, reduction="none") / 8
    own = F.binary_cross_entropy_with_logits(2 * out["ownership"], (1 + b["owner_target"]) / 2,
                                             reduction="none")
    own = (own * b["mask"]).sum((1, 2, 3)) / b["mask"].sum((1, 2, 3))
    rows = (WEIGHTS["policy"] * policy + WEIGHTS["value"] * value +
            b["knows_score"] * (WEIGHTS["score"] * density + WEIGHTS["lead"] * huber) +
            b["knows_owner"] * WEIGHTS["ownership"] * own)
    return rows.mean()


# ---- ten steps ----


def main():
    w = Writer()
    run = network(w)
    with open("net.bin.gz", "wb") as file:
        file.write(gzip.compress(bytes(w.file), mtime=0))
    b, dump = batch(), open("numbers.bin", "wb")

    def record(name, values):
        dump.write(f"{name} {values.numel()}\n".encode() + floats(values))

    def in_file_order(values):
        return torch.cat([order(v).reshape(-1) for v, (_, order) in
                          zip(values, [x for x in w.blocks if x])])

    for name, values in b.items():
        record(name, values)
    parameters = [x[0] for x in w.blocks if x]
    decays = set(map(id, w.products))
    optimiser = torch.optim.AdamW(
        [{"params": [p for p in parameters if id(p) in decays], "weight_decay": DECAY},
         {"params": [p for p in parameters if id(p) not in decays], "weight_decay": 0.0}],
        lr=RATE, betas=(0.9, 0.99), eps=1e-8)
    losses = []
    for step in range(STEPS):
        optimiser.zero_grad()
        out = run(b["planes"], b["globals"], b["mask"])
        loss = loss_of(out, b)
        loss.backward()
        losses.append(loss.detach())
        for p in parameters:
            p.grad = torch.zeros_like(p) if p.grad is None else p.grad
        if step == 0:
            for name, values in out.items():
                record(name, values)
            record("gradient", in_file_order([p.grad for p in parameters]))
        length = math.sqrt(sum(float((p.grad ** 2).sum()) for p in parameters))
        for p in parameters:
            p.grad *= min(1.0, CLIP / length)
        optimiser.step()
    record("losses", torch.stack(losses))
    record("after", in_file_order(parameters))
    dump.close()
    print("losses:", *[f"{float(x):.5f}" for x in losses], "| length of the last gradient:", length)


main()
