#include "CAssimp.h"

#include <assimp/GltfMaterial.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

static_assert(sizeof(aiVector3D) == 3 * sizeof(float) && sizeof(aiColor4D) == 4 * sizeof(float),
              "assimp was built with single precision");

struct as_model {
    Assimp::Importer importer;
    const aiScene* scene = nullptr;
    /// Triangles of each surface, three vertices each.
    std::vector<std::vector<uint32_t>> triangles;
    /// Names that assimp hands out by value.
    std::vector<std::string> materialNames, textureNames;
    std::vector<as_material> materials;
};

namespace {

void fill(as_error* error, const char* text) noexcept {
    std::snprintf(error->message, sizeof error->message, "%s", text);
}

void addMaterial(as_model& model, const aiMaterial& from) {
    as_material material{};
    aiString name;
    from.Get(AI_MATKEY_NAME, name);
    model.materialNames.emplace_back(name.C_Str());
    aiColor3D colour(1, 1, 1);
    if (from.Get(AI_MATKEY_BASE_COLOR, colour) != AI_SUCCESS)
        from.Get(AI_MATKEY_COLOR_DIFFUSE, colour);
    material.colour[0] = colour.r;
    material.colour[1] = colour.g;
    material.colour[2] = colour.b;
    float roughness = -1;
    from.Get(AI_MATKEY_ROUGHNESS_FACTOR, roughness);
    material.roughness = roughness;
    int shading = 0;
    material.is_unlit = from.Get(AI_MATKEY_SHADING_MODEL, shading) == AI_SUCCESS && shading == aiShadingMode_Unlit;
    aiString path;
    if (from.GetTexture(aiTextureType_BASE_COLOR, 0, &path) != AI_SUCCESS)
        from.GetTexture(aiTextureType_DIFFUSE, 0, &path);
    std::string outside;
    if (path.length > 0) {
        const aiTexture* inside = model.scene->GetEmbeddedTexture(path.C_Str());
        // A height of 0 says that the texture is a file of mWidth bytes.
        if (inside && inside->mHeight == 0) {
            material.texture = reinterpret_cast<const uint8_t*>(inside->pcData);
            material.texture_size = inside->mWidth;
        } else if (!inside) {
            outside = path.C_Str();
        }
    }
    model.textureNames.push_back(outside);
    model.materials.push_back(material);
}

} // namespace

extern "C" {

const char* as_error_message(const as_error* error) {
    return error->message;
}

as_model* as_model_create(const char* path, as_error* error) {
    try {
        auto model = std::make_unique<as_model>();
        model->importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE, aiPrimitiveType_POINT | aiPrimitiveType_LINE);
        // Where a file has no normals, what bends by more than this is an edge.
        model->importer.SetPropertyFloat(AI_CONFIG_PP_GSN_MAX_SMOOTHING_ANGLE, 50);
        model->scene = model->importer.ReadFile(
            path, aiProcess_Triangulate | aiProcess_GenSmoothNormals | aiProcess_JoinIdenticalVertices |
                      aiProcess_PreTransformVertices | aiProcess_SortByPType | aiProcess_ValidateDataStructure);
        if (!model->scene) {
            fill(error, model->importer.GetErrorString());
            return nullptr;
        }
        for (unsigned i = 0; i < model->scene->mNumMeshes; ++i) {
            const aiMesh& mesh = *model->scene->mMeshes[i];
            std::vector<uint32_t> corners;
            corners.reserve(static_cast<size_t>(mesh.mNumFaces) * 3);
            for (unsigned f = 0; f < mesh.mNumFaces; ++f)
                if (mesh.mFaces[f].mNumIndices == 3)
                    corners.insert(corners.end(), mesh.mFaces[f].mIndices, mesh.mFaces[f].mIndices + 3);
            model->triangles.push_back(std::move(corners));
        }
        for (unsigned i = 0; i < model->scene->mNumMaterials; ++i)
            addMaterial(*model, *model->scene->mMaterials[i]);
        return model.release();
    } catch (const std::exception& exception) {
        fill(error, exception.what());
    } catch (...) {
        fill(error, "an unknown C++ exception");
    }
    return nullptr;
}

void as_model_destroy(as_model* model) {
    delete model;
}

size_t as_surface_count(const as_model* model) {
    return model->triangles.size();
}

as_surface as_surface_at(const as_model* model, size_t index) {
    const aiMesh& mesh = *model->scene->mMeshes[index];
    as_surface surface{};
    surface.name = mesh.mName.C_Str();
    surface.material = mesh.mMaterialIndex;
    surface.vertex_count = mesh.mNumVertices;
    surface.positions = &mesh.mVertices->x;
    // Without a normal there is nothing to say what is outside; assimp makes them for all triangles.
    surface.normals = mesh.mNormals ? &mesh.mNormals->x : &mesh.mVertices->x;
    surface.uvs = mesh.HasTextureCoords(0) ? &mesh.mTextureCoords[0]->x : nullptr;
    surface.colours = mesh.HasVertexColors(0) ? &mesh.mColors[0]->r : nullptr;
    surface.triangle_count = model->triangles[index].size() / 3;
    surface.triangles = model->triangles[index].data();
    return surface;
}

size_t as_material_count(const as_model* model) {
    return model->materials.size();
}

as_material as_material_at(const as_model* model, size_t index) {
    as_material material = model->materials[index];
    material.name = model->materialNames[index].c_str();
    material.texture_name = model->textureNames[index].c_str();
    return material;
}

} // extern "C"
